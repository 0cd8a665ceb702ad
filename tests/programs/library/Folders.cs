// Folders: directories made, listed by patterns, moved, deleted; Path in all its functions; file attributes, times, copies, appends.
// args: {folder}
using System;
using System.IO;
using System.Linq;

class Folders
{
    static void Fails(string what, Action action)
    {
        try
        {
            action();
            Console.WriteLine("{0}: fine", what);
        }
        catch (Exception e)
        {
            Console.WriteLine("{0}: {1}", what, e.GetType().Name);
        }
    }

    static void Main(string[] args)
    {
        string root = Path.Combine(args[0], "root");
        if (Directory.Exists(root))
            Directory.Delete(root, true);
        Directory.CreateDirectory(Path.Combine(root, "a", "b", "c"));
        foreach (string name in new[] { "x.txt", "y.TXT", "z.dat", "a/one.txt", "a/b/two.txt", "a/b/c/three", ".hidden" })
            File.WriteAllText(Path.Combine(root, name), name);
        Func<string[], string> list = paths => string.Join(" ", paths.Select(p => p.Substring(root.Length + 1)).OrderBy(p => p, StringComparer.Ordinal));
        Console.WriteLine(list(Directory.GetFiles(root)));
        Console.WriteLine(list(Directory.GetFiles(root, "*.txt", SearchOption.AllDirectories)));
        Console.WriteLine(list(Directory.GetFiles(root, "?.*")));
        Console.WriteLine(list(Directory.GetDirectories(root, "*", SearchOption.AllDirectories)));
        Console.WriteLine(list(Directory.EnumerateFileSystemEntries(root).ToArray()));
        DirectoryInfo info = new DirectoryInfo(root);
        Console.WriteLine("{0} {1} {2} {3}", info.Name, info.Parent.FullName == Path.GetFullPath(args[0]), info.GetFiles("*.dat").Single().Length, info.EnumerateDirectories().Single().Name);
        File.Copy(root + "/x.txt", root + "/copy.txt");
        Fails("copy over", () => File.Copy(root + "/x.txt", root + "/copy.txt"));
        File.Copy(root + "/z.dat", root + "/copy.txt", true);
        File.AppendAllText(root + "/copy.txt", "+more");
        File.AppendAllLines(root + "/copy.txt", new[] { "l1", "l2" });
        Console.WriteLine(string.Join("|", File.ReadAllLines(root + "/copy.txt")));
        File.Move(root + "/copy.txt", root + "/a/moved.txt");
        Console.WriteLine("{0} {1}", File.Exists(root + "/copy.txt"), File.Exists(root + "/a/moved.txt"));
        DateTime when = new DateTime(2020, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc(root + "/x.txt", when);
        Console.WriteLine(File.GetLastWriteTimeUtc(root + "/x.txt").ToString("o"));
        File.SetAttributes(root + "/x.txt", FileAttributes.ReadOnly);
        Console.WriteLine(File.GetAttributes(root + "/x.txt") + " " + File.GetAttributes(root + "/a") + " " + new FileInfo(root + "/x.txt").IsReadOnly);
        File.SetAttributes(root + "/x.txt", FileAttributes.Normal);
        Fails("delete non-empty", () => Directory.Delete(root + "/a"));
        Fails("no such folder", () => Directory.GetFiles(root + "/none"));
        Fails("no such file", () => File.ReadAllText(root + "/none"));
        Fails("no such path", () => File.ReadAllText(root + "/none/none"));
        Fails("delete nothing", () => File.Delete(root + "/none"));
        Fails("move nothing", () => File.Move(root + "/none", root + "/none2"));
        Fails("folder as file", () => File.OpenRead(root + "/a"));
        Fails("file as folder", () => Directory.CreateDirectory(root + "/x.txt"));
        Fails("empty", () => File.OpenRead(""));
        Fails("create new", () => new FileStream(root + "/x.txt", FileMode.CreateNew));
        Directory.Move(root + "/a/b", root + "/moved");
        Console.WriteLine(list(Directory.GetFileSystemEntries(root, "*", SearchOption.AllDirectories)));
        using (FileStream f = new FileStream(root + "/f", FileMode.Create, FileAccess.ReadWrite))
        {
            f.Write(new byte[100], 0, 100);
            f.Seek(50, SeekOrigin.Begin);
            f.WriteByte(7);
            f.SetLength(60);
            f.Position = 50;
            Console.WriteLine("{0} {1} {2}", f.ReadByte(), f.Length, Path.GetFileName(f.Name));
            f.Lock(0, 10);
            f.Unlock(0, 10);
        }
        Directory.Delete(root, true);
        Console.WriteLine(Directory.Exists(root));
        foreach (string p in new[] { "/a/b.c", "a/b/", "file.tar.gz", "/", "", ".bashrc", "a//b", "a/../b", "x." })
            Console.WriteLine("'{0}' dir='{1}' file='{2}' ext='{3}' stem='{4}' root='{5}' rooted={6} changed='{7}'", p, p == "" ? "-" : Path.GetDirectoryName(p), Path.GetFileName(p), Path.GetExtension(p),
                Path.GetFileNameWithoutExtension(p), p == "" ? "-" : Path.GetPathRoot(p), Path.IsPathRooted(p), Path.ChangeExtension(p, "new"));
        Console.WriteLine("{0} {1} {2} {3}", Path.Combine("a", "b"), Path.Combine("a", "/b"), Path.Combine("a/", "b", "", "c"), Path.GetFullPath("/a/./b/../c//d"));
        Console.WriteLine("{0} {1} {2}", Path.DirectorySeparatorChar, Path.PathSeparator, Path.GetInvalidFileNameChars().Length);
        string temp = Path.GetTempFileName();
        Console.WriteLine(File.Exists(temp) + " " + Path.GetExtension(temp));
        File.Delete(temp);
        Console.WriteLine(Path.GetRandomFileName().Length);
    }
}
