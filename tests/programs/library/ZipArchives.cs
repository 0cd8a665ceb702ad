// ZipArchives: ZipArchive written, listed, read back, entries updated and deleted.
// references: System.IO.Compression System.IO.Compression.FileSystem
// args: {folder}
using System;
using System.IO;
using System.IO.Compression;
using System.Linq;

class ZipArchives
{
    static void Main(string[] args)
    {
        MemoryStream store = new MemoryStream();
        using (ZipArchive zip = new ZipArchive(store, ZipArchiveMode.Create, true))
        {
            foreach (string name in new[] { "a.txt", "folder/b.txt", "\u00e9.txt" })
                using (StreamWriter w = new StreamWriter(zip.CreateEntry(name).Open()))
                    for (int i = 0; i < 100; i++)
                        w.WriteLine("{0} {1}", name, i);
            zip.CreateEntry("empty/");
        }
        store.Position = 0;
        using (ZipArchive zip = new ZipArchive(store, ZipArchiveMode.Read, true))
        {
            foreach (ZipArchiveEntry e in zip.Entries)
                Console.WriteLine("{0} {1} {2} {3}", e.FullName, e.Name, e.Length, e.CompressedLength < e.Length);
            using (StreamReader r = new StreamReader(zip.GetEntry("folder/b.txt").Open()))
                Console.WriteLine(r.ReadToEnd().Split('\n').Length);
            Console.WriteLine(zip.GetEntry("none") == null);
        }
        store.Position = 0;
        using (ZipArchive zip = new ZipArchive(store, ZipArchiveMode.Update, true))
        {
            zip.GetEntry("a.txt").Delete();
            using (Stream s = zip.GetEntry("folder/b.txt").Open())
                s.SetLength(3);
        }
        store.Position = 0;
        using (ZipArchive zip = new ZipArchive(store))
            Console.WriteLine(string.Join(",", zip.Entries.Select(e => e.FullName + ":" + e.Length)));
        try
        {
            new ZipArchive(new MemoryStream(new byte[100]));
        }
        catch (InvalidDataException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
