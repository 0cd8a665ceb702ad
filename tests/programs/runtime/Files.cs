// Files: File, Directory, Path, FileStream, StreamReader and StreamWriter in a folder of its own.
// args: {folder}
using System;
using System.IO;
using System.Linq;
using System.Text;

static class Files
{
    static void Try(string what, Func<object> f)
    {
        try
        {
            Console.WriteLine($"{what}: {f()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static void Main(string[] args)
    {
        string folder = Path.Combine(Path.GetFullPath(args[0]), "work");
        Directory.CreateDirectory(Path.Combine(folder, "sub", "deeper"));
        string file = Path.Combine(folder, "a.txt");
        Console.WriteLine($"{File.Exists(file)} {Directory.Exists(folder)} {Directory.Exists(file)}");
        File.WriteAllText(file, "line 1\nline 2\r\nl\u00efne 3");
        Console.WriteLine($"{File.Exists(file)} {new FileInfo(file).Length} {File.ReadAllText(file).Length} " +
            $"{string.Join("|", File.ReadAllLines(file))} {BitConverter.ToString(File.ReadAllBytes(file), 0, 8)}");
        File.AppendAllText(file, "\nmore");
        File.AppendAllLines(file, new[] { "x", "y" });
        Console.WriteLine(string.Join("|", File.ReadLines(file)));
        File.WriteAllBytes(Path.Combine(folder, "b.bin"), new byte[] { 1, 2, 3 });
        File.WriteAllText(Path.Combine(folder, "bom.txt"), "bom", Encoding.UTF8);
        Console.WriteLine(new FileInfo(Path.Combine(folder, "bom.txt")).Length + File.ReadAllText(Path.Combine(folder,
            "bom.txt")));
        File.Copy(file, Path.Combine(folder, "sub", "c.txt"));
        Try("copy over", () => { File.Copy(file, Path.Combine(folder, "sub", "c.txt")); return "no"; });
        File.Copy(file, Path.Combine(folder, "sub", "c.txt"), true);
        File.Move(Path.Combine(folder, "sub", "c.txt"), Path.Combine(folder, "sub", "deeper", "d.txt"));
        Func<string, string> relative = p => p.Substring(folder.Length + 1);
        Console.WriteLine(string.Join(" ", Directory.GetFiles(folder).Select(relative).OrderBy(s => s,
            StringComparer.Ordinal)));
        Console.WriteLine(string.Join(" ", Directory.GetFiles(folder, "*.txt",
            SearchOption.AllDirectories).Select(relative).OrderBy(s => s, StringComparer.Ordinal)));
        Console.WriteLine(string.Join(" ", Directory.GetFileSystemEntries(folder).Select(relative).OrderBy(s => s,
            StringComparer.Ordinal)));
        Console.WriteLine(string.Join(" ", new DirectoryInfo(folder).GetDirectories().Select(d => d.Name)));
        using (FileStream s = new FileStream(Path.Combine(folder, "s.bin"), FileMode.Create))
        {
            for (int i = 0; i < 10000; i++)
                s.WriteByte((byte)i);
            s.Seek(5000, SeekOrigin.Begin);
            s.Write(new byte[] { 255, 254 }, 0, 2);
            s.Position = 4999;
            Console.WriteLine($"{s.ReadByte()} {s.ReadByte()} {s.ReadByte()} {s.ReadByte()} {s.Length} {s.Position} " +
                $"{s.CanSeek}");
            s.SetLength(6000);
            s.Seek(-1, SeekOrigin.End);
            Console.WriteLine(s.ReadByte() + " " + s.ReadByte());
        }
        using (StreamWriter w = new StreamWriter(Path.Combine(folder, "w.txt"), false,
            new UTF8Encoding(false)) { NewLine = "\r\n" })
        {
            for (int i = 0; i < 2000; i++)
                w.WriteLine("{0}:{1}", i, new string((char)('a' + i % 26), i % 40));
            w.Write('c');
            w.Write(1.5);
        }
        using (StreamReader r = new StreamReader(Path.Combine(folder, "w.txt")))
        {
            Console.WriteLine(r.ReadLine() + r.ReadLine() + (char)r.Read() + (char)r.Peek());
            int lines = 0, chars = 0;
            for (string l = r.ReadLine(); l != null; l = r.ReadLine())
            {
                lines++;
                chars += l.Length;
            }
            Console.WriteLine($"{lines} {chars} {r.EndOfStream} {r.Read()}");
        }
        Try("missing", () => File.ReadAllText(Path.Combine(folder, "none")));
        Try("missing folder", () => File.ReadAllText(Path.Combine(folder, "none", "none")));
        Try("folder as file", () => File.ReadAllText(folder));
        Try("create new", () => new FileStream(file, FileMode.CreateNew));
        Try("delete not empty", () => { Directory.Delete(folder); return "no"; });
        Try("closed", () => { var s = File.OpenRead(file); s.Dispose(); return s.ReadByte(); });
        Try("write to read", () => { using (var s = File.OpenRead(file)) s.WriteByte(1); return "no"; });
        Try("empty name", () => File.ReadAllText(""));
        Try("delete missing", () => { File.Delete(Path.Combine(folder, "none")); return "fine"; });
        File.SetLastWriteTimeUtc(file, new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc));
        Console.WriteLine(File.GetLastWriteTimeUtc(file).ToString("s") + " " + File.GetAttributes(folder).HasFlag(FileAttributes.Directory));
        Directory.SetCurrentDirectory(folder);
        Console.WriteLine(Path.GetFileName(Directory.GetCurrentDirectory()) + File.Exists("a.txt") + Path.GetFullPath("x/../y").EndsWith("work/y"));
        Directory.Delete(Path.Combine(folder, "sub"), true);
        File.Delete(file);
        Console.WriteLine($"{File.Exists(file)} {Directory.Exists(Path.Combine(folder, "sub"))}");
        foreach (string p in new[] { "/a/b/c.tar.gz", "noext", "/a/b/", "", ".hidden", "a.b/c", "/", "x." })
            Console.WriteLine($"'{p}' '{Path.GetFileName(p)}' '{Path.GetExtension(p)}' " +
                $"'{Path.GetFileNameWithoutExtension(p)}' '{Path.GetDirectoryName(p == "" ? "z" : p)}' " +
                $"{Path.HasExtension(p)} {Path.IsPathRooted(p)} '{Path.ChangeExtension(p, "new")}'");
        Console.WriteLine(Path.Combine("a", "b", "/c", "d") + Path.DirectorySeparatorChar + Path.PathSeparator + Path.Combine("a/", "b") + Path.GetFullPath("/a/./b//../c"));
    }
}
