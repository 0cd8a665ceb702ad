#!/usr/bin/python3
"""Debian's own .NET programs, which nobody here wrote, on our runtime as on mono."""
import os

import harness
from differential import first_difference, main, same_command, test_each
from harness import Failure, new_folder

DEBIAN = "/usr/lib/mono/4.5"

# {folder} is a fresh folder; the other names are files, see input_files().
TOOLS = {
    "api_of_numerics": ["mono-api-info.exe", DEBIAN + "/System.Numerics.dll"],
    "assembly_linker_help": ["al.exe"],
    "ccrewrite_help": ["ccrewrite.exe", "-help"],
    "certificates": ["certmgr.exe", "-list", "-c", "My"],
    "disassembly": ["ikdasm.exe", "{program}"],
    "disassembly_of_a_library": ["ikdasm.exe", DEBIAN + "/Mono.Security.dll"],
    "gac_list": ["gacutil.exe", "-l"],
    "il_assembler": ["ilasm.exe", "/output:{folder}/out.exe", "{il}"],
    "monop_generic": ["monop.exe", "-a", "System.Collections.Generic.List`1"],
    "monop_type": ["monop.exe", "System.String"],
    "monop_xml": ["monop.exe", "-r:System.Xml.dll", "System.Xml.XmlReader"],
    "permissions": ["permview.exe", "{program}"],
    "resources": ["resgen.exe", "{words}", "{folder}/out.resources"],
    "schema_of_xml": ["xsd.exe", "{xml}", "/outputdir:{folder}"],
    "security": ["secutil.exe", "{program}"],
    "shared_libraries": ["mono-shlib-cop.exe", DEBIAN + "/mscorlib.dll"],
    "strong_name": ["sn.exe", "-T", DEBIAN + "/mscorlib.dll"],
    "symbolicate": ["mono-symbolicate.exe", "{folder}", "{trace}"],
    "xbuild_version": ["xbuild.exe", "/version"],
    "xml_check": ["mono-xmltool.exe", "--prettyprint", "{xml}"],
}
# What a tool wrote is compared too.
WRITES = {"resources": "out.resources", "schema_of_xml": "in.xsd"}

XML = "<shop><item id='1'><name>Pen</name><price>1.5</price></item><item id='2'><name>Book</name></item></shop>\n"
WORDS = "hello=Hello\nbye=Bye & bye\n# a comment\nlong=one\\ntwo\n"
TRACE = "  at Some.Method () [0x00000] in <0123>:0\nno frame\n"


def input_files():
    folder = new_folder()
    paths = {"program": os.path.join(harness.PROGRAMS, "runtime", "LinqQueries.exe"),
             "il": os.path.join(harness.SOURCES, "runtime", "IlCalls.il")}
    for key, name, text in (("xml", "in.xml", XML), ("words", "in.txt", WORDS), ("trace", "trace.txt", TRACE)):
        paths[key] = os.path.join(folder, name)
        with open(paths[key], "w", encoding="utf-8") as f:
            f.write(text)
    return paths


def tool(name):
    words = TOOLS[name]
    for key, path in input_files().items():
        words = [word.replace("{" + key + "}", path) for word in words]
    results = same_command([os.path.join(DEBIAN, words[0]), *words[1:]])
    if name not in WRITES:
        return
    texts = []
    for result in results:
        with open(os.path.join(result.written, WRITES[name]), "rb") as f:
            texts.append(f.read())
    if texts[0] != texts[1]:
        raise Failure(f"{WRITES[name]}, {first_difference(*texts)}")


# The csharp shell compiles to memory what it reads. Each value is printed, or an exception on stderr.
EXPRESSIONS = {
    "anonymous": "new { a = 1, b = \"x\" }",
    "big_integer": "System.Numerics.BigInteger.Pow(2, 100)",
    "checked": "checked(int.MaxValue + int.Parse(\"1\"))",
    "closure": "((Func<int, int>)(x => x + 1))(2)",
    "dictionary": "new Dictionary<string, int> { { \"k\", 3 } }",
    "dynamic": "((dynamic)\"text\").Length",
    "linq": "Enumerable.Range(1, 20).Where(n => n % 3 == 0).Select(n => new { n, sq = n * n }).ToList()",
    "query": "from i in new[] { 3, 1, 2 } where i > 1 orderby i select i.ToString()",
    "regex": "System.Text.RegularExpressions.Regex.Matches(\"a1b2\", \"[0-9]\").Count",
    "statement": "for (int i = 0; i < 3; i++) Console.WriteLine(i);",
    "sum": "1 + 2",
    "task": "System.Threading.Tasks.Task.Run(() => 5).Result",
    "throws": "int.Parse(\"q\")",
    "unparsable": "1 + )",
    "unknown": "undefined_name",
}

SESSION = """1+1
var x = new [] {3,1,2};
x.OrderBy(i => i)
class A { public int F(int n) { return n < 2 ? 1 : n * F(n - 1); } }
new A().F(10)
undefined_name
int.Parse("q")
typeof(A).Name
ShowVars();
LoadAssembly("System.Numerics");
System.Numerics.BigInteger.Pow(2, 100)
Func<int,int> f = n => n * n;
f(12)
try { throw new Exception("e"); } catch (Exception e) { Console.WriteLine(e.Message); }
x.Select(i => 6 / (i - 1))
quit
"""
SCRIPT = """using System.Text.RegularExpressions;
class P { public int X; public override string ToString() => "P" + X; }
var d = new Dictionary<string,int> { {"a",1}, {"b",2} };
foreach (var p in d) Console.WriteLine(p);
dynamic z = new P { X = 4 };
Console.WriteLine(z.X + 1);
Console.WriteLine(Regex.Replace("a1b22", "[0-9]+", m => "<" + m.Value + ">"));
"""


def expression(name):
    got, _ = same_command([DEBIAN + "/csharp.exe", "-e", EXPRESSIONS[name]], prints_traces=True)
    if not got.out and not got.err:
        raise Failure("the shell said nothing")


def test_csharp_shell_in_a_session():
    same_command([DEBIAN + "/csharp.exe"], stdin=SESSION, prints_traces=True)


def test_csharp_shell_runs_a_script():
    path = os.path.join(new_folder(), "script.csx")
    with open(path, "w", encoding="utf-8") as f:
        f.write(SCRIPT)
    same_command([DEBIAN + "/csharp.exe", path], prints_traces=True)


test_each("tool", TOOLS, tool, globals())
test_each("csharp", EXPRESSIONS, expression, globals())


if __name__ == "__main__":
    main()
