// ConsoleInput: Console.In by line, character and to the end; Console.Error and Out apart; SetOut; arguments.
// args: first "two words" 3
// stdin: line one\nline two\r\n\nx\u00e9y\nrest 1\nrest 2
using System;
using System.IO;

static class ConsoleInput
{
    static int Main(string[] args)
    {
        Console.WriteLine(args.Length + ":" + string.Join("|", args));
        Console.WriteLine("[" + Console.ReadLine() + "]");
        Console.WriteLine("[" + Console.In.ReadLine() + "]");
        Console.WriteLine("[" + Console.ReadLine() + "]");
        Console.WriteLine($"{Console.Read()} {Console.In.Peek()} {Console.Read()}");
        Console.WriteLine("[" + Console.ReadLine() + "]");
        Console.WriteLine("[" + Console.In.ReadToEnd().Replace("\n", "\\n") + "]");
        Console.WriteLine(Console.ReadLine() == null);
        Console.WriteLine(Console.Read());
        Console.Error.WriteLine("to stderr {0}", 5);
        TextWriter old = Console.Out;
        var captured = new StringWriter();
        Console.SetOut(captured);
        Console.Write("captured");
        Console.SetOut(old);
        Console.WriteLine("<" + captured + ">");
        Console.SetIn(new StringReader("from string\nsecond"));
        Console.WriteLine(Console.ReadLine() + Console.ReadLine() + (Console.ReadLine() ?? "end"));
        Console.Write(1);
        Console.Write(' ');
        Console.Write(2.5m);
        Console.Write("{0}{1}", true, null);
        Console.WriteLine();
        using (Stream raw = Console.OpenStandardOutput())
        {
            Console.Out.Flush();
            raw.Write(new byte[] { 0x72, 0x61, 0x77, 0xff, 0x0a }, 0, 5);
        }
        return args.Length * 10 + 3;
    }
}
