#!/usr/bin/python3
"""Forms of metadata and ways of finding assemblies, through whole files, as on mono: the uncompressed table stream with its
pointer tables, wide indexes, facades and type forwarders, the layout of the GAC, MONO_PATH."""
import os
import struct
import subprocess

from differential import FIXED, FLAGS, MONOSP, main
from harness import check, equal, execute, new_folder


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def mcs(folder, name, text, *options):
    """Compiles text to FOLDER/NAME (.exe or .dll)."""
    source, path = write(folder, name + ".cs", text), os.path.join(folder, name)
    kind = ["-target:library"] if name.endswith(".dll") else []
    subprocess.run(["mcs", "-nologo", "-warn:0", *kind, *options, "-out:" + path, source], check=True)
    return path


def ilasm(folder, name, text):
    source, path = write(folder, name + ".il", text), os.path.join(folder, name)
    kind = ["/dll"] if name.endswith(".dll") else []
    subprocess.run(["ilasm", "/quiet", *kind, "/output:" + path, source], check=True, stdout=subprocess.DEVNULL)
    return path


def both(path, **env):
    return [execute([*command, path], env={**FIXED, **env}) for command in (["mono"], [MONOSP, *FLAGS])]


def alike(path, **env):
    """What it prints on both, and that it ends well."""
    theirs, ours = both(path, **env)
    equal((ours.code, ours.out, ours.err), (theirs.code, theirs.out, theirs.err), "code, stdout, stderr")
    equal(ours.code, 0, f"exit code; {ours.err[-600:]!r}")
    return ours.out


# ---- The uncompressed stream ---------------------------------------------------------------------------------------

POINTERS = """using System;
using System.Reflection;
static class One
{
    public static int first = 1, own = 10;
    public static string Mine(int a, string b) { return "One.Mine " + a + b + first + own; }
}
static class Two
{
    public static int second = 2, other = 20;
    public static string Yours(int c, string d) { return "Two.Yours " + c + d + second + other; }
}
static class Pointers
{
    static void Show(Type type)
    {
        foreach (FieldInfo field in type.GetFields())
            Console.WriteLine(field.DeclaringType + " " + field.Name + " " + field.GetValue(null));
        foreach (MethodInfo method in type.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly))
        {
            Console.WriteLine(method.DeclaringType + " " + method + " " + method.Invoke(null, new object[] { 3, "x" }));
            foreach (ParameterInfo parameter in method.GetParameters())
                Console.WriteLine(" " + parameter.Position + " " + parameter.Name);
        }
    }
    static void Main()
    {
        Console.WriteLine(One.Mine(1, "a"));
        Console.WriteLine(Two.Yours(2, "b"));
        Show(typeof(One));
        Show(typeof(Two));
    }
}
"""
FIELD, METHOD, PARAM = 0x04, 0x06, 0x08
# Row sizes of a small file's first tables: Module, TypeRef, TypeDef, Field, MethodDef, Param.
ROW_BYTES = {0x00: 10, 0x01: 6, 0x02: 14, FIELD: 6, METHOD: 14, PARAM: 6}
NAME_AT = {FIELD: 2, METHOD: 8}
PARAM_LIST_AT, PARAMS_EACH = 12, 2 # of the methods that change places


def sections(data):
    """(where its header is, virtual size, RVA, raw size, raw offset) of each."""
    pe = struct.unpack_from("<I", data, 0x3C)[0]
    count, optional = struct.unpack_from("<HxxxxxxxxxxxxH", data, pe + 6)
    start = pe + 24 + optional
    return [(start + 40 * i, *struct.unpack_from("<IIII", data, start + 40 * i + 8)) for i in range(count)]


def offset_of(data, rva):
    return next(raw + rva - start for _, size, start, _, raw in sections(data) if start <= rva < start + size)


def read_metadata(data):
    """(offset of the CLI header, version part of the root, [(name, bytes)])"""
    pe = struct.unpack_from("<I", data, 0x3C)[0]
    cli = offset_of(data, struct.unpack_from("<I", data, pe + 24 + 208)[0])
    root = offset_of(data, struct.unpack_from("<I", data, cli + 8)[0])
    at = root + 16 + struct.unpack_from("<I", data, root + 12)[0]
    version, streams = bytes(data[root:at]), []
    count, at = struct.unpack_from("<H", data, at + 2)[0], at + 4
    for _ in range(count):
        offset, size = struct.unpack_from("<II", data, at)
        name = bytes(data[at + 8:data.index(0, at + 8)])
        streams.append((name, bytes(data[root + offset:root + offset + size])))
        at += 8 + (len(name) + 4) // 4 * 4
    return cli, version, streams


def build_metadata(version, streams):
    directory = sum(8 + (len(name) + 4) // 4 * 4 for name, _ in streams)
    at, head, body = len(version) + 4 + directory, version + struct.pack("<HH", 0, len(streams)), b""
    for name, content in streams:
        content += bytes(-len(content) % 4)
        head += struct.pack("<II", at + len(body), len(content)) + name + bytes(4 - len(name) % 4)
        body += content
    return head + body


def with_pointer_tables(tables, strings, swaps):
    """The stream `tables` with FieldPtr, MethodPtr and ParamPtr; swaps: table -> two names whose rows change places. Lists
    ascend, so the methods' ParamList stays where it was and ParamPtr leads to their parameters."""
    valid, at = struct.unpack_from("<Q", tables, 8)[0], 24
    counts = {}
    for number in range(64):
        if valid >> number & 1:
            counts[number], at = struct.unpack_from("<I", tables, at)[0], at + 4
    check(tables[6] == 0 and max(counts.values()) < 0x4000, "small heaps and tables")
    out_counts, rows, parameters = dict(counts), b"", []
    for number in sorted(counts):
        if number > PARAM:
            break
        size, count = ROW_BYTES[number], counts[number]
        table = [tables[at + size * i:at + size * (i + 1)] for i in range(count)]
        order = list(range(1, count + 1))
        if number in swaps:
            names = [strings[struct.unpack_from("<H", row, NAME_AT[number])[0]:].split(b"\0")[0].decode() for row in table]
            a, b = (names.index(name) for name in swaps[number])
            table[a], table[b], order[a], order[b] = table[b], table[a], order[b], order[a]
            if number == METHOD:
                lists = [table[i][PARAM_LIST_AT:] for i in (a, b)]
                table[a], table[b] = table[a][:PARAM_LIST_AT] + lists[1], table[b][:PARAM_LIST_AT] + lists[0]
                parameters = [struct.unpack("<H", text)[0] - 1 for text in lists]
        if number == PARAM and parameters:
            for i in range(PARAMS_EACH):
                a, b = (first + i for first in parameters)
                order[a], order[b] = order[b], order[a]
        if number in (FIELD, METHOD, PARAM):
            out_counts[number - 1] = count
            rows += struct.pack(f"<{count}H", *order)
        rows, at = rows + b"".join(table), at + size * count
    valid = sum(1 << number for number in out_counts)
    header = tables[:8] + struct.pack("<QQ", valid, struct.unpack_from("<Q", tables, 16)[0])
    return header + b"".join(struct.pack("<I", out_counts[number]) for number in sorted(out_counts)) + rows + tables[at:]


def replace_metadata(data, metadata):
    """Behind the last section's bytes, which grow; the old metadata stays unused."""
    cli = read_metadata(data)[0]
    header, _, start, _, raw = sections(data)[-1]
    data += bytes(-(len(data)) % 512)
    rva = start + len(data) - raw
    data += metadata + bytes(-len(metadata) % 512)
    struct.pack_into("<I", data, header + 8, len(data) - raw)
    struct.pack_into("<I", data, header + 16, len(data) - raw)
    pe = struct.unpack_from("<I", data, 0x3C)[0]
    struct.pack_into("<I", data, pe + 24 + 56, (start + len(data) - raw + 0x1FFF) & ~0x1FFF)
    struct.pack_into("<II", data, cli + 8, rva, len(metadata))


def uncompressed(path, swaps):
    with open(path, "rb") as f:
        data = bytearray(f.read())
    _, version, streams = read_metadata(data)
    strings = dict(streams)[b"#Strings"]
    replace_metadata(data, build_metadata(version, [
        (b"#-", with_pointer_tables(content, strings, swaps)) if name == b"#~" else (name, content) for name, content in streams]))
    changed = path.replace(".exe", "-uncompressed.exe")
    with open(changed, "wb") as f:
        f.write(data)
    return changed


def test_the_uncompressed_stream_and_its_pointer_tables():
    path = mcs(new_folder(), "Pointers.exe", POINTERS)
    plain = alike(path)
    equal(alike(uncompressed(path, {})), plain, "the same program with pointer tables")
    # Rows that change places stay members of their types by the pointer tables; tokens in code mean the other one now.
    # Lines of parameters begin with a space: mono does not follow ParamPtr to their names.
    theirs, ours = both(uncompressed(path, {FIELD: ("first", "second"), METHOD: ("Mine", "Yours")}))
    shown = [[line for line in run.out.splitlines() if line[0] != " "] for run in (theirs, ours)]
    equal((ours.code, shown[1]), (0, shown[0]), f"code, stdout; {ours.err[-600:]!r}")
    swapped, lines = ours.out, shown[1]
    check(lines[0].startswith("Two.Yours 1a") and lines[1].startswith("One.Mine 2b"), swapped)
    check("One first 2" in swapped and "Two second 1" in swapped, swapped)
    check(" 0 a\n 1 b\nTwo" in swapped and " 0 c\n 1 d\n" in swapped, swapped)


# ---- Wide indexes --------------------------------------------------------------------------------------------------

WIDE_ROWS = 66000
WIDE_MAIN = """
static class Wide
{
    static void Main()
    {
        Console.WriteLine((int)Big.Member65999 + " " + Big.Member65537 + " " + Enum.GetNames(typeof(Big)).Length);
        Console.WriteLine(Many.F0(1) + Many.F65999(1) + " " + typeof(Many).GetMethods(BindingFlags.Public | BindingFlags.Static).Length);
        Console.WriteLine(typeof(Many).GetMethod("F65998").GetParameters()[0].Name + " " + (Big)Enum.Parse(typeof(Big), "Member65536"));
    }
}
"""


def test_wide_indexes_of_heaps_and_tables():
    members = "".join(f"    Member{i} = {i * 3},\n" for i in range(WIDE_ROWS))
    methods = "".join(f"    public static int F{i}(int p{i}) {{ return p{i} + {i % 7}; }}\n" for i in range(WIDE_ROWS))
    text = f"using System;\nusing System.Reflection;\nenum Big\n{{\n{members}}}\nstatic class Many\n{{\n{methods}}}\n{WIDE_MAIN}"
    path = mcs(new_folder(), "Wide.exe", text)
    with open(path, "rb") as f:
        tables = dict(read_metadata(bytearray(f.read()))[2])[b"#~"]
    equal(tables[6] & 5, 5, "HeapSizes: wide #Strings and #Blob")
    equal(alike(path).splitlines()[0], f"{(WIDE_ROWS - 1) * 3} Member65537 {WIDE_ROWS}", "the last member")


# ---- Facades and forwarders ----------------------------------------------------------------------------------------

FACADES = """
.assembly extern System.Runtime { .ver 4:0:20:0 .publickeytoken = (B0 3F 5F 7F 11 D5 0A 3A) }
.assembly extern System.Console { .ver 4:0:0:0 .publickeytoken = (B0 3F 5F 7F 11 D5 0A 3A) }
.assembly extern System.Collections { .ver 4:0:0:0 .publickeytoken = (B0 3F 5F 7F 11 D5 0A 3A) }
.assembly Facades {}
.class P extends [System.Runtime]System.Object {
  .method static void Main() cil managed { .entrypoint .maxstack 8
    .locals init (class [System.Collections]System.Collections.Generic.List`1<string> l,
      valuetype [System.Collections]System.Collections.Generic.List`1/Enumerator<string> e)
    newobj instance void class [System.Collections]System.Collections.Generic.List`1<string>::.ctor() stloc.0
    ldloc.0 ldstr "one" callvirt instance void class [System.Collections]System.Collections.Generic.List`1<string>::Add(!0)
    ldloc.0 ldstr "two" callvirt instance void class [System.Collections]System.Collections.Generic.List`1<string>::Add(!0)
    ldloc.0 callvirt instance valuetype [System.Collections]System.Collections.Generic.List`1/Enumerator<!0>
      class [System.Collections]System.Collections.Generic.List`1<string>::GetEnumerator() stloc.1
  next: ldloca 1 call instance bool valuetype [System.Collections]System.Collections.Generic.List`1/Enumerator<string>::MoveNext()
    brfalse done
    ldloca 1 call instance !0 valuetype [System.Collections]System.Collections.Generic.List`1/Enumerator<string>::get_Current()
    call void [System.Console]System.Console::WriteLine(string) br next
  done: ldtoken [System.Runtime]System.Uri
    call class [System.Runtime]System.Type [System.Runtime]System.Type::GetTypeFromHandle(valuetype [System.Runtime]System.RuntimeTypeHandle)
    callvirt instance string [System.Runtime]System.Type::get_AssemblyQualifiedName()
    call void [System.Console]System.Console::WriteLine(string) ret }
}
"""
PARTS = """namespace Parts {
    public class Plain { public override string ToString() { return "Plain of " + typeof(Plain).Assembly.GetName().Name; } }
    public class Box<T> { public struct Inner { public T value; } public Inner inner; public class Deep { public class Deeper { } } }
}
"""
FORWARDS = "".join(f"[assembly: System.Runtime.CompilerServices.TypeForwardedTo(typeof({name}))]\n"
                   for name in ("Parts.Plain", "Parts.Box<>"))
USES = """using System;
using Parts;
static class Uses
{
    static void Main()
    {
        Console.WriteLine(new Plain());
        var box = new Box<string>();
        box.inner.value = "inside";
        Console.WriteLine(box.inner.value + " " + box.inner.GetType() + " " + new Box<int>.Deep.Deeper().GetType());
        Console.WriteLine(Type.GetType("Parts.Box`1+Deep+Deeper, Parts") + " " + Type.GetType("Parts.Plain, Parts").Assembly.GetName().Name);
        Console.WriteLine(Type.GetType("Parts.None, Parts") == null);
    }
}
"""


def test_facades_of_the_class_library():
    out = alike(ilasm(new_folder(), "Facades.exe", FACADES))
    check(out.startswith("one\ntwo\nSystem.Uri, System, "), out)


def test_types_that_moved_to_another_assembly_twice():
    folder = new_folder()
    mcs(folder, "Parts.dll", PARTS)
    path = mcs(folder, "Uses.exe", USES, "-r:" + os.path.join(folder, "Parts.dll"))
    check(alike(path).startswith("Plain of Parts\n"), "before they moved")
    mcs(folder, "Last.dll", PARTS)
    mcs(folder, "Middle.dll", FORWARDS, "-r:" + os.path.join(folder, "Last.dll"))
    os.remove(os.path.join(folder, "Parts.dll"))
    mcs(folder, "Parts.dll", FORWARDS, "-r:" + os.path.join(folder, "Middle.dll"), "-r:" + os.path.join(folder, "Last.dll"))
    check(alike(path).startswith("Plain of Last\n"), "after they moved")


# ---- Where assemblies are found ------------------------------------------------------------------------------------

KEY = "00 24 00 00 04 80 00 00 94 00 00 00 06 02 00 00 00 24 00 00 52 53 41 31 00 04 00 00 01 00 01 00 " + "C1 " * 128
TOKEN_PROGRAM = """using System;
static class Token
{
    static void Main(string[] a)
    {
        Console.Write(BitConverter.ToString(System.Reflection.AssemblyName.GetAssemblyName("Named.dll").GetPublicKeyToken()));
    }
}
"""
NAMED = """.assembly extern mscorlib {{}}
.assembly Named {{ .ver {version}:0:0:0 .publickey = ({key}) }}
.class public Named extends [mscorlib]System.Object {{
  .method public static string Where() cil managed {{ ldstr "{where}" ret }}
}}
"""
ASKS = """.assembly extern mscorlib {{}}
.assembly extern Named {{ .ver {version}:0:0:0 {token} }}
.assembly Asks {{}}
.class P extends [mscorlib]System.Object {{
  .method static void Main() cil managed {{ .entrypoint
    call string [Named]Named::Where() call void [mscorlib]System.Console::WriteLine(string) ret }}
}}
"""


def named(folder, where, version=1, key=KEY):
    os.makedirs(folder, exist_ok=True)
    text = NAMED.format(version=version, key=key, where=where)
    return ilasm(folder, "Named.dll", text if key else text.replace(".publickey = ()", ""))


def public_key_token():
    folder = new_folder()
    named(folder, "")
    run = execute(["mono", mcs(folder, "Token.exe", TOKEN_PROGRAM)], env=FIXED, cwd=folder)
    equal((run.code, len(run.out)), (0, 23), f"token {run.out!r} {run.err!r}")
    return run.out.lower().split("-")


def test_the_layout_of_the_gac():
    token, prefix = public_key_token(), new_folder()
    for version in (1, 2):
        folder = os.path.join(prefix, "lib", "mono", "gac", "Named", f"{version}.0.0.0__{''.join(token)}")
        named(folder, f"version {version} of the GAC", version)
    for version in (1, 2):
        asks = ASKS.format(version=version, token=f".publickeytoken = ({' '.join(token)})")
        equal(alike(ilasm(new_folder(), "Asks.exe", asks), MONO_GAC_PREFIX=prefix), f"version {version} of the GAC\n", "found")


def test_mono_path_comes_before_the_programs_folder_and_in_order():
    folder, first, second = new_folder(), new_folder(), new_folder()
    asks = ilasm(folder, "Asks.exe", ASKS.format(version=0, token=""))
    named(second, "second", 0, "")
    equal(alike(asks, MONO_PATH=f"{first}:{second}"), "second\n", "one has it")
    named(first, "first", 0, "")
    equal(alike(asks, MONO_PATH=f"{first}:{second}"), "first\n", "both have it")
    named(folder, "beside the program", 0, "")
    check(alike(asks, MONO_PATH=f"{first}:{second}") in ("first\n", "beside the program\n"), "one of them, mono's choice")


if __name__ == "__main__":
    main()
