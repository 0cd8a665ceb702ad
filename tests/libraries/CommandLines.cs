// CommandLines: CommandLineParser: options, verbs, values, defaults, help text, errors.
// references: CommandLine
using System;
using System.Collections.Generic;
using System.Linq;
using CommandLine;
using CommandLine.Text;

enum Color { Red, Green }

class Options
{
    [Option('v', "verbose", HelpText = "Say more.")] public bool Verbose { get; set; }
    [Option('n', "number", Default = 5, HelpText = "A number.")] public int Number { get; set; }
    [Option("names", Separator = ',', HelpText = "Some names.")] public IEnumerable<string> Names { get; set; }
    [Option('c', "color", HelpText = "A color.")] public Color Color { get; set; }
    [Option('r', "required", Required = true, HelpText = "Must be there.")] public string Needed { get; set; }
    [Option("maybe")] public int? Maybe { get; set; }
    [Value(0, MetaName = "file", HelpText = "A file.")] public string File { get; set; }
    [Value(1, MetaName = "rest")] public IEnumerable<string> Rest { get; set; }
}

[Verb("add", HelpText = "Adds.")]
class Add
{
    [Option('f')] public bool Force { get; set; }
    [Value(0)] public string What { get; set; }
}

[Verb("remove", HelpText = "Removes.")]
class Remove
{
    [Option("all", SetName = "a")] public bool All { get; set; }
    [Option("one", SetName = "b")] public bool One { get; set; }
}

class CommandLines
{
    static void Run(params string[] args)
    {
        Console.WriteLine("> {0}", string.Join(" ", args));
        Parser parser = new Parser(s => { s.HelpWriter = null; s.CaseInsensitiveEnumValues = true; });
        ParserResult<Options> result = parser.ParseArguments<Options>(args);
        result.WithParsed(o => Console.WriteLine("verbose={0} number={1} names={2} color={3} needed={4} maybe={5} file={6} rest={7}", o.Verbose, o.Number, string.Join("|", o.Names ?? new string[0]), o.Color,
            o.Needed, o.Maybe, o.File, string.Join("|", o.Rest ?? new string[0])));
        result.WithNotParsed(errors =>
        {
            foreach (Error e in errors)
                Console.WriteLine("{0} {1}", e.Tag, e is NamedError ? ((NamedError)e).NameInfo.NameText : e is TokenError ? ((TokenError)e).Token : "");
            HelpText help = HelpText.AutoBuild(result, h =>
            {
                h.Heading = "heading";
                h.Copyright = "";
                h.AdditionalNewLineAfterOption = false;
                return HelpText.DefaultParsingErrorsHandler(result, h);
            }, e => e);
            Console.WriteLine(help);
        });
    }

    static void Main()
    {
        Run("-r", "x");
        Run("-v", "-n", "12", "--names", "a,b,c", "--color", "green", "--required=y", "in.txt", "r1", "r2");
        Run("-vn7", "-rz", "--maybe", "3", "--", "-file");
        Run();
        Run("-r", "x", "-n", "abc");
        Run("-r", "x", "--unknown");
        Run("-r", "x", "-c", "blue");
        Run("--help");
        Run("-r", "a", "-r", "b");
        foreach (string[] args in new[] { new[] { "add", "-f", "thing" }, new[] { "remove", "--all" }, new[] { "remove", "--all", "--one" }, new[] { "nope" }, new string[0] })
            Console.WriteLine(new Parser(s => s.HelpWriter = null).ParseArguments<Add, Remove>(args).MapResult((Add a) => "add " + a.Force + " " + a.What, (Remove r) => "remove " + r.All,
                errors => string.Join(",", errors.Select(e => e.Tag))));
        Console.WriteLine(Parser.Default.FormatCommandLine(new Options { Verbose = true, Number = 3, Needed = "with space", Names = new[] { "p", "q" }, File = "f", Rest = new string[0] }));
    }
}
