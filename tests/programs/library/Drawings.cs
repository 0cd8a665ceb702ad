// Drawings: System.Drawing draws through libgdiplus: shapes, pixels, text measured, images to PNG and BMP and back.
using System;
using System.Drawing;
using System.Drawing.Drawing2D;
using System.Drawing.Imaging;
using System.IO;

class Drawings
{
    static void Main()
    {
        using (Bitmap picture = new Bitmap(40, 20))
        {
            using (Graphics g = Graphics.FromImage(picture))
            using (Pen pen = new Pen(Color.FromArgb(128, Color.Blue), 3))
            {
                g.Clear(Color.White);
                g.FillEllipse(Brushes.Green, 5, 2, 20, 16);
                g.FillRectangle(Brushes.Red, new Rectangle(30, 5, 8, 8));
                g.Transform = new Matrix(1, 0, 0, 1, 2, 3);
                g.DrawLine(pen, 0, 0, 37, 0);
                Console.WriteLine("{0} {1}", g.Transform.OffsetX, g.Clip.IsInfinite(g));
            }
            foreach (Point at in new[] { new Point(0, 0), new Point(15, 10), new Point(33, 8), new Point(20, 3) })
                Console.WriteLine("{0} {1:x8}", at, picture.GetPixel(at.X, at.Y).ToArgb());
            foreach (ImageFormat format in new[] { ImageFormat.Png, ImageFormat.Bmp })
            {
                MemoryStream file = new MemoryStream();
                picture.Save(file, format);
                file.Position = 0;
                using (Bitmap again = new Bitmap(file))
                    Console.WriteLine("{0} {1} {2:x8}", again.Size, again.RawFormat.Guid == format.Guid, again.GetPixel(15, 10).ToArgb());
            }
            BitmapData data = picture.LockBits(new Rectangle(0, 0, 40, 20), ImageLockMode.ReadOnly, PixelFormat.Format32bppArgb);
            Console.WriteLine("{0} {1}", data.Stride, data.Height);
            picture.UnlockBits(data);
            try
            {
                picture.GetPixel(40, 0);
            }
            catch (ArgumentException e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        }
        Console.WriteLine("{0} {1} {2}", ColorTranslator.ToHtml(Color.Coral), Color.FromName("teal").G, Rectangle.Intersect(new Rectangle(0, 0, 5, 5), new Rectangle(3, 3, 5, 5)));
    }
}
