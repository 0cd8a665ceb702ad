// BigNumbers: digits of pi, primes by Miller and Rabin, a toy RSA, Fibonacci numbers by doubling, parsing in bases.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;

class BigNumbers
{
    static IEnumerable<int> Pi()
    {
        BigInteger q = 1, r = 0, t = 1, k = 1, n = 3, l = 3;
        while (true)
            if (4 * q + r - t < n * t)
            {
                yield return (int)n;
                BigInteger next = 10 * (r - n * t);
                n = 10 * (3 * q + r) / t - 10 * n;
                q *= 10;
                r = next;
            }
            else
            {
                BigInteger next = (2 * q + r) * l;
                BigInteger nn = (q * (7 * k) + 2 + r * l) / (t * l);
                q *= k;
                t *= l;
                l += 2;
                k += 1;
                n = nn;
                r = next;
            }
    }

    static bool IsPrime(BigInteger n)
    {
        if (n < 2 || n.IsEven)
            return n == 2;
        BigInteger d = n - 1;
        int s = 0;
        for (; d.IsEven; d >>= 1)
            s++;
        foreach (int a in new[] { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 })
        {
            if (n == a)
                return true;
            BigInteger x = BigInteger.ModPow(a, d, n);
            if (x.IsOne || x == n - 1)
                continue;
            int i = 1;
            for (; i < s && x != n - 1; i++)
                x = x * x % n;
            if (x != n - 1)
                return false;
        }
        return true;
    }

    static BigInteger NextPrime(BigInteger n) { for (n |= 1; !IsPrime(n); n += 2) { } return n; }

    static BigInteger Inverse(BigInteger a, BigInteger m)
    {
        BigInteger r0 = m, r1 = a, s0 = 0, s1 = 1;
        while (!r1.IsZero)
        {
            BigInteger q = BigInteger.DivRem(r0, r1, out BigInteger rest);
            (r0, r1, s0, s1) = (r1, rest, s1, s0 - q * s1);
        }
        return s0.Sign < 0 ? s0 + m : s0;
    }

    static (BigInteger, BigInteger) Fibonacci(int n)
    {
        if (n == 0)
            return (BigInteger.Zero, BigInteger.One);
        var (a, b) = Fibonacci(n / 2);
        BigInteger c = a * (2 * b - a), d = a * a + b * b;
        return n % 2 == 0 ? (c, d) : (d, c + d);
    }

    static string InBase(BigInteger n, int radix)
    {
        StringBuilder digits = new StringBuilder();
        for (; n > 0; n /= radix)
            digits.Insert(0, "0123456789abcdefghijklmnopqrstuvwxyz"[(int)(n % radix)]);
        return digits.ToString();
    }

    static void Main()
    {
        Console.WriteLine(string.Concat(Pi().Take(120)));
        BigInteger factorial = Enumerable.Range(1, 100).Aggregate(BigInteger.One, (a, b) => a * b);
        Console.WriteLine("{0}\n{1:E20} {2} {3:R}", factorial, factorial, factorial.ToString().TrimEnd('0').Length, BigInteger.Log10(factorial));
        Console.WriteLine(Fibonacci(1000).Item1);
        BigInteger p = NextPrime(BigInteger.Pow(10, 24)), q = NextPrime(BigInteger.Pow(2, 89) - 1), n = p * q, e = 65537;
        BigInteger d = Inverse(e, (p - 1) * (q - 1));
        BigInteger message = new BigInteger(Encoding.UTF8.GetBytes("Attack at dawn"));
        BigInteger secret = BigInteger.ModPow(message, e, n);
        Console.WriteLine("{0} {1}\n{2:X}\n{3}", p, q, secret, Encoding.UTF8.GetString(BigInteger.ModPow(secret, d, n).ToByteArray()));
        Console.WriteLine(InBase(BigInteger.Parse("ffffffffffffffffffff", NumberStyles.HexNumber, null), 36) + " " + InBase(BigInteger.Parse("123456789012345678901234567890"), 36));
        Console.WriteLine(BigInteger.Parse("0ffffffffffffffffffff", NumberStyles.HexNumber).ToString("N0", CultureInfo.GetCultureInfo("de-DE")) + " " + BigInteger.Parse("-1,234,567", NumberStyles.Number, CultureInfo.InvariantCulture));
        foreach (string text in new[] { "0x10", "12a", "", "1e5" })
            Console.WriteLine(BigInteger.TryParse(text, out BigInteger parsed) ? parsed.ToString() : "no number: " + text);
        Console.WriteLine("{0} {1} {2} {3}", (BigInteger)(-1.5e20), (double)BigInteger.Pow(3, 200), (decimal)BigInteger.Pow(7, 30), (BigInteger)decimal.MaxValue);
        try { Console.WriteLine((long)factorial); } catch (OverflowException x) { Console.WriteLine(x.Message); }
        BigInteger a1 = -new BigInteger(12345678901234567890), b1 = 987654321;
        Console.WriteLine("{0} {1} {2} {3} {4} {5} {6}", a1 / b1, a1 % b1, a1 & b1, a1 | b1, a1 ^ b1, a1 >> 13, ~a1);
        Console.WriteLine("{0} {1}", BigInteger.GreatestCommonDivisor(factorial, 2 * 3 * 101), string.Join("-", factorial.ToByteArray().Take(12)));
        List<BigInteger> many = new List<BigInteger> { 5, -3, factorial, 0, BigInteger.MinusOne, long.MinValue };
        many.Sort();
        Console.WriteLine(string.Join(" < ", many.Select(m => m.ToString("G5").Substring(0, Math.Min(12, m.ToString("G5").Length)))));
    }
}
