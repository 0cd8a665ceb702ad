// MappedFiles: memory-mapped files, unmanaged memory streams, file streams opened in all modes, locks, temporary files.
// args: {folder}
using System;
using System.IO;
using System.IO.MemoryMappedFiles;
using System.Text;

class MappedFiles
{
    static unsafe void Main(string[] args)
    {
        string path = Path.Combine(args[0], "mapped");
        File.WriteAllBytes(path, new byte[100]);
        using (MemoryMappedFile map = MemoryMappedFile.CreateFromFile(path, FileMode.Open))
        {
            using (MemoryMappedViewAccessor a = map.CreateViewAccessor(0, 100))
            {
                a.Write(0, 42);
                a.Write(8, 1.5);
                a.WriteArray(20, new byte[] { 1, 2, 3 }, 0, 3);
                Console.WriteLine("{0} {1} {2} {3}", a.ReadInt32(0), a.ReadDouble(8), a.ReadByte(22), a.CanWrite);
                a.Flush();
            }
            using (MemoryMappedViewStream s = map.CreateViewStream(0, 100))
            using (BinaryReader r = new BinaryReader(s))
                Console.WriteLine("{0} {1}", r.ReadInt32(), s.Length >= 100);
        }
        Console.WriteLine(File.ReadAllBytes(path)[20]);
        byte[] bytes = { 1, 2, 3, 4, 5 };
        fixed (byte* p = bytes)
            using (UnmanagedMemoryStream u = new UnmanagedMemoryStream(p, 5, 5, FileAccess.ReadWrite))
            {
                u.Position = 2;
                u.WriteByte(9);
                Console.WriteLine("{0} {1} {2}", u.ReadByte(), bytes[2], u.Length);
            }
        foreach (FileMode mode in new[] { FileMode.Append, FileMode.Create, FileMode.CreateNew, FileMode.Open, FileMode.OpenOrCreate, FileMode.Truncate })
            foreach (string name in new[] { "there", "missing" })
            {
                string file = Path.Combine(args[0], name);
                File.Delete(file);
                if (name == "there")
                    File.WriteAllText(file, "abc");
                try
                {
                    using (FileStream f = new FileStream(file, mode, FileAccess.Write))
                    {
                        f.WriteByte((byte)'X');
                        f.Flush(true);
                    }
                    Console.WriteLine("{0} {1}: {2}", mode, name, File.ReadAllText(file));
                }
                catch (Exception e)
                {
                    Console.WriteLine("{0} {1}: {2}", mode, name, e.GetType().Name);
                }
            }
        using (FileStream f = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4))
        using (StreamReader r = new StreamReader(f, Encoding.ASCII))
        {
            Console.WriteLine("{0} {1} {2}", f.CanSeek, f.CanWrite, f.Length);
            f.Seek(-5, SeekOrigin.End);
            Console.WriteLine(f.Read(new byte[10], 0, 10));
            foreach (Action bad in new Action[] { () => f.WriteByte(1), () => f.Seek(-1, SeekOrigin.Begin), () => f.Read(new byte[2], 1, 5), () => f.SetLength(5), () => new FileStream(path, (FileMode)99), () => new FileStream(path, FileMode.Truncate, FileAccess.Read) })
                try
                {
                    bad();
                    Console.WriteLine("accepted");
                }
                catch (Exception e)
                {
                    Console.WriteLine(e.GetType().Name);
                }
        }
        using (FileStream a = File.Open(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None))
            try
            {
                File.OpenRead(path).Dispose();
                Console.WriteLine("shared");
            }
            catch (IOException e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        FileStream copy = new FileStream(path + "2", FileMode.Create, FileAccess.Write, FileShare.None, 4096, FileOptions.DeleteOnClose);
        new MemoryStream(new byte[5000]).CopyToAsync(copy).Wait();
        Console.WriteLine(copy.Position);
        copy.Close();
        Console.WriteLine(File.Exists(path + "2"));
    }
}
