// Hashes: MD5, SHA-1, SHA-2, RIPEMD-160, HMACs, blocks, streams, reuse, by name; Rfc2898 and PasswordDeriveBytes.
using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;

class Hashes
{
    static string Hex(byte[] bytes)
    {
        return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
    }

    static void Main()
    {
        byte[] text = Encoding.UTF8.GetBytes("The quick brown fox jumps over the lazy dog"), big = new byte[100000];
        for (int i = 0; i < big.Length; i++)
            big[i] = (byte)(i * 7 + i / 256);
        foreach (string name in new[] { "MD5", "SHA1", "SHA256", "SHA384", "SHA512", "RIPEMD160" })
            using (HashAlgorithm h = HashAlgorithm.Create(name))
            {
                Console.WriteLine("{0} {1} {2}", name, h.HashSize, Hex(h.ComputeHash(text)));
                Console.WriteLine("  {0}", Hex(h.ComputeHash(new byte[0])));
                Console.WriteLine("  {0}", Hex(h.ComputeHash(big)));
                h.Initialize();
                for (int i = 0; i < text.Length; i++)
                    h.TransformBlock(text, i, 1, null, 0);
                h.TransformFinalBlock(text, 0, 0);
                Console.WriteLine("  {0}", Hex(h.Hash) == Hex(h.ComputeHash(text)));
                Console.WriteLine("  {0}", Hex(h.ComputeHash(new MemoryStream(big))) == Hex(h.ComputeHash(big)));
                Console.WriteLine("  {0}", Hex(h.ComputeHash(text, 4, 5)));
            }
        foreach (string name in new[] { "HMACMD5", "HMACSHA1", "HMACSHA256", "HMACSHA384", "HMACSHA512", "HMACRIPEMD160" })
            using (HMAC h = HMAC.Create(name))
            {
                h.Key = Encoding.ASCII.GetBytes("key");
                Console.WriteLine("{0} {1}", name, Hex(h.ComputeHash(text)));
                h.Key = new byte[200];
                Console.WriteLine("  {0}", Hex(h.ComputeHash(text)));
            }
        Console.WriteLine(Hex(new SHA256Managed().ComputeHash(text)) == Hex(SHA256.Create().ComputeHash(text)));
        using (Rfc2898DeriveBytes derive = new Rfc2898DeriveBytes("password", Encoding.ASCII.GetBytes("saltsalt"), 50))
            Console.WriteLine("{0} {1}", Hex(derive.GetBytes(20)), Hex(derive.GetBytes(7)));
        using (Rfc2898DeriveBytes derive = new Rfc2898DeriveBytes("password", Encoding.ASCII.GetBytes("saltsalt"), 20, HashAlgorithmName.SHA256))
            Console.WriteLine(Hex(derive.GetBytes(32)));
        using (RandomNumberGenerator random = RandomNumberGenerator.Create())
        {
            byte[] a = new byte[32], b = new byte[32];
            random.GetBytes(a);
            random.GetBytes(b);
            Console.WriteLine(Hex(a) != Hex(b));
            random.GetNonZeroBytes(a);
            Console.WriteLine(Array.IndexOf(a, (byte)0));
        }
        try
        {
            new Rfc2898DeriveBytes("p", new byte[4]);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Console.WriteLine(HashAlgorithm.Create("NOPE") == null);
            using (HashAlgorithm h = MD5.Create())
            {
                h.Dispose();
                h.ComputeHash(text);
            }
        }
        catch (ObjectDisposedException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
