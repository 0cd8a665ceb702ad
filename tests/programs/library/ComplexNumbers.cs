// ComplexNumbers: Complex arithmetic, functions, text; vectors and matrices of System.Numerics.
// references: System.Numerics System.Numerics.Vectors
using System;
using System.Globalization;
using System.Numerics;

class ComplexNumbers
{
    static string T(Complex c)
    {
        return string.Format(CultureInfo.InvariantCulture, "({0:F10},{1:F10})", c.Real, c.Imaginary).Replace("-0.0000000000", "0.0000000000");
    }

    static void Main()
    {
        Complex a = new Complex(3, 4), b = new Complex(-1, 0.5);
        Console.WriteLine("{0} {1} {2} {3} {4}", a + b, a - b, a * b, T(a / b), -a);
        Console.WriteLine("{0} {1} {2} {3}", a.Magnitude, Complex.Abs(b).ToString("F10"), a.Phase.ToString("F10"), Complex.Conjugate(a));
        Console.WriteLine("{0} {1} {2} {3}", T(Complex.Sqrt(-1)), T(Complex.Exp(Complex.ImaginaryOne * Math.PI)), T(Complex.Log(a)), T(Complex.Pow(a, b)));
        Console.WriteLine("{0} {1} {2} {3}", T(Complex.Sin(a)), T(Complex.Cosh(b)), T(Complex.Atan(b)), T(Complex.Reciprocal(a)));
        Console.WriteLine("{0} {1} {2}", T(Complex.FromPolarCoordinates(2, 1)), Complex.Zero, a == new Complex(3, 4));
        Console.WriteLine("{0} {1}", a.ToString("F1", CultureInfo.InvariantCulture), a.ToString(CultureInfo.GetCultureInfo("de-DE")));
        Console.WriteLine("{0} {1}", Complex.One / Complex.Zero, (Complex)5.5m + 1);
        Vector2 v2 = new Vector2(1, 2);
        Vector3 v3 = new Vector3(1, 2, 3), w3 = new Vector3(4, 5, 6);
        Vector4 v4 = new Vector4(1, 2, 3, 4);
        Console.WriteLine("{0} {1} {2}", v2 * 2, Vector2.Dot(v2, v2), v2.Length());
        Console.WriteLine("{0} {1} {2} {3}", v3 + w3, Vector3.Cross(v3, w3), Vector3.Dot(v3, w3), Vector3.Distance(v3, w3));
        Console.WriteLine("{0} {1} {2}", v4 / 2, Vector4.Lerp(v4, Vector4.Zero, 0.25f), Vector4.Normalize(v4).LengthSquared().ToString("F4"));
        Matrix3x2 m32 = Matrix3x2.CreateScale(2, 3) * Matrix3x2.CreateTranslation(1, 1);
        Console.WriteLine("{0} {1} {2}", m32, m32.GetDeterminant(), Vector2.Transform(v2, m32));
        Matrix4x4 m = Matrix4x4.CreateTranslation(1, 2, 3) * Matrix4x4.CreateScale(2), inverse;
        Console.WriteLine("{0} {1}", Matrix4x4.Invert(m, out inverse), inverse);
        Console.WriteLine("{0} {1}", Vector3.Transform(v3, m), Matrix4x4.Transpose(m).M14);
        Quaternion q = Quaternion.CreateFromAxisAngle(Vector3.UnitZ, (float)Math.PI / 2);
        Vector3 turned = Vector3.Transform(Vector3.UnitX, q);
        Console.WriteLine("{0:F3} {1:F3} {2:F3} {3:F3}", q.Z, q.W, Math.Abs(turned.X), turned.Y);
        Plane p = Plane.CreateFromVertices(Vector3.Zero, Vector3.UnitX, Vector3.UnitY);
        Console.WriteLine("{0} {1}", p, Plane.DotCoordinate(p, new Vector3(0, 0, 5)));
    }
}
