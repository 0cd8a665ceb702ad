// BigIntegers: arithmetic, powers, bits, conversions, formatting and parsing of BigInteger.
// references: System.Numerics
using System;
using System.Globalization;
using System.Numerics;

class BigIntegers
{
    static void Main()
    {
        BigInteger f = 1;
        for (int i = 2; i <= 60; i++)
            f *= i;
        Console.WriteLine(f);
        BigInteger a = BigInteger.Parse("123456789012345678901234567890"), b = BigInteger.Pow(7, 31), n = -a;
        Console.WriteLine("{0} {1} {2} {3} {4}", a + b, a - b, a * b, a / b, a % b);
        Console.WriteLine("{0} {1} {2} {3}", n / b, n % b, n >> 3, n << 70);
        BigInteger r;
        Console.WriteLine("{0} {1}", BigInteger.DivRem(n, b, out r), r);
        Console.WriteLine("{0} {1} {2} {3}", a & b, n & b, n | b, n ^ b);
        Console.WriteLine("{0} {1}", ~a, -n);
        Console.WriteLine("{0} {1} {2}", BigInteger.GreatestCommonDivisor(f, a), BigInteger.ModPow(3, f, 1000007), BigInteger.Abs(n));
        Console.WriteLine("{0} {1} {2} {3}", a.Sign, n.Sign, BigInteger.Zero.Sign, a.IsEven);
        Console.WriteLine("{0} {1} {2}", BigInteger.Pow(2, 100).IsPowerOfTwo, a.IsPowerOfTwo, a.CompareTo(b));
        Console.WriteLine("{0:R} {1:R} {2:R}", BigInteger.Log(a), BigInteger.Log10(a), BigInteger.Log(a, 2));
        Console.WriteLine("{0:R} {1:R} {2}", (double)a, (float)b, (decimal)BigInteger.Pow(10, 28));
        foreach (string format in new[] { "D", "D40", "X", "N", "N2", "E", "E3", "F2", "C", "R", "G", "P", "#,##0", "00000" })
            try
            {
                Console.WriteLine("{0}: {1} {2}", format, a.ToString(format, CultureInfo.InvariantCulture), n.ToString(format, CultureInfo.InvariantCulture));
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", format, e.GetType().Name);
            }
        Console.WriteLine("{0:X} {1:X} {2:x} {3:X}", new BigInteger(255), new BigInteger(-1), new BigInteger(-256), new BigInteger(127));
        Console.WriteLine(BitConverter.ToString(n.ToByteArray()));
        Console.WriteLine(new BigInteger(n.ToByteArray()) == n);
        foreach (string text in new[] { "  12 ", "-0", "1,234", "(5)", "0x10", "", "1e5", "+7", "99999999999999999999999999999999" })
        {
            BigInteger v;
            Console.WriteLine("'{0}' {1} {2}", text, BigInteger.TryParse(text, out v), v);
        }
        Console.WriteLine("{0} {1}", BigInteger.Parse("FF", NumberStyles.HexNumber), BigInteger.Parse("0FF", NumberStyles.HexNumber));
        Console.WriteLine(BigInteger.Parse("1,234", NumberStyles.AllowThousands, CultureInfo.InvariantCulture));
        foreach (Func<object> bad in new Func<object>[] { () => (int)a, () => a / 0, () => (ulong)n, () => (decimal)(a * a), () => BigInteger.Pow(2, -1), () => new BigInteger(double.NaN), () => BigInteger.Parse("x") })
            try
            {
                Console.WriteLine(bad());
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        Console.WriteLine("{0} {1} {2}", new BigInteger(1e20), new BigInteger(-1.9), new BigInteger(12345678901234567890m));
        BigInteger x = 0, y = 1;
        for (int i = 0; i < 500; i++)
        {
            BigInteger t = x + y;
            x = y;
            y = t;
        }
        Console.WriteLine("{0} {1}", x, x.GetHashCode());
        Console.WriteLine("{0} {1} {2}", BigInteger.Min(a, n), BigInteger.Max(a, n), a.Equals(BigInteger.Parse(a.ToString())));
        Console.WriteLine("{0} {1} {2}", a > long.MaxValue, new BigInteger(5) == 5L, n < ulong.MaxValue);
    }
}
