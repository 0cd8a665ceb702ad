// Images: PNG, JPEG and GIF images are written, read and changed; ZIP and BZip2 archives.
// references: SixLabors.ImageSharp ICSharpCode.SharpZipLib System.Memory
using System;
using System.IO;
using System.Linq;
using SixLabors.ImageSharp;
using SixLabors.ImageSharp.PixelFormats;
using SixLabors.ImageSharp.Processing;
using ICSharpCode.SharpZipLib.Zip;
using ICSharpCode.SharpZipLib.Tar;
using ICSharpCode.SharpZipLib.BZip2;

class Images
{
    static void Main()
    {
        var img = new Image<Rgba32>(32, 24);
        for (int y = 0; y < 24; y++)
            for (int x = 0; x < 32; x++) img[x, y] = new Rgba32((byte)(x * 8), (byte)(y * 10), (byte)(x ^ y));
        var m = new MemoryStream();
        img.SaveAsPng(m);
        Console.WriteLine(m.Length > 100);
        m.Position = 0;
        var back = Image.Load<Rgba32>(m);
        Console.WriteLine(back.Width + " " + back[5, 6]);
        back.Mutate(c => c.Resize(16, 12).Grayscale().Rotate(RotateMode.Rotate90));
        Console.WriteLine(back.Width + "x" + back.Height + " " + back[3, 4]);
        var j = new MemoryStream();
        img.SaveAsJpeg(j);
        j.Position = 0;
        Console.WriteLine(Image.Load<Rgba32>(j)[10, 10]);
        var g = new MemoryStream();
        img.SaveAsGif(g);
        Console.WriteLine(g.Length > 50);
        var z = new MemoryStream();
        using (var s = new ZipOutputStream(z) { IsStreamOwner = false })
        {
            s.PutNextEntry(new ZipEntry("a.txt") { DateTime = new DateTime(2024, 1, 1) });
            var bytes = Enumerable.Range(0, 5000).Select(i => (byte)(i % 50)).ToArray();
            s.Write(bytes, 0, bytes.Length);
            s.CloseEntry();
        }
        z.Position = 0;
        using (var f = new ZipFile(z))
            foreach (ZipEntry e in f) Console.WriteLine(e.Name + " " + e.Size + " " + e.Crc.ToString("x"));
        var bz = new MemoryStream();
        BZip2.Compress(new MemoryStream(new byte[2000]), bz, false, 5);
        bz.Position = 0;
        var o = new MemoryStream();
        BZip2.Decompress(bz, o, false);
        Console.WriteLine(o.Length);
    }
}
