// Ciphers: AES, Rijndael, DES, TripleDES, RC2 in CBC and ECB with paddings; CryptoStream; wrong keys; Base64 transforms.
using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;

class Ciphers
{
    static string Hex(byte[] bytes)
    {
        return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
    }

    static byte[] Filled(int length, int seed)
    {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++)
            bytes[i] = (byte)(seed + i * 11);
        return bytes;
    }

    static void Run(string name, SymmetricAlgorithm a, int key)
    {
        using (a)
        {
            a.Key = Filled(key, 3);
            a.IV = Filled(a.BlockSize / 8, 99);
            foreach (CipherMode mode in new[] { CipherMode.CBC, CipherMode.ECB })
                foreach (PaddingMode padding in new[] { PaddingMode.PKCS7, PaddingMode.Zeros, PaddingMode.ANSIX923 })
                {
                    a.Mode = mode;
                    a.Padding = padding;
                    byte[] text = Encoding.UTF8.GetBytes("attack at dawn, or a little later");
                    byte[] secret;
                    using (ICryptoTransform t = a.CreateEncryptor())
                        secret = t.TransformFinalBlock(text, 0, text.Length);
                    byte[] back;
                    using (ICryptoTransform t = a.CreateDecryptor())
                        back = t.TransformFinalBlock(secret, 0, secret.Length);
                    Console.WriteLine("{0} {1} {2}: {3} {4}", name, mode, padding, Hex(secret), Encoding.UTF8.GetString(back).TrimEnd('\0'));
                }
        }
    }

    static void Main()
    {
        Run("AesManaged", new AesManaged(), 32);
        Run("Aes", Aes.Create(), 16);
        Run("Rijndael", new RijndaelManaged { BlockSize = 256 }, 24);
        Run("DES", DES.Create(), 8);
        Run("TripleDES", TripleDES.Create(), 24);
        Run("RC2", RC2.Create(), 16);
        using (Aes aes = Aes.Create())
        {
            aes.Key = Filled(32, 1);
            aes.IV = Filled(16, 2);
            MemoryStream store = new MemoryStream();
            using (CryptoStream c = new CryptoStream(store, aes.CreateEncryptor(), CryptoStreamMode.Write))
            using (StreamWriter w = new StreamWriter(c))
                for (int i = 0; i < 100; i++)
                    w.WriteLine("line {0}", i);
            byte[] all = store.ToArray();
            Console.WriteLine("{0} {1}", all.Length, Hex(SHA256.Create().ComputeHash(all)));
            using (StreamReader r = new StreamReader(new CryptoStream(new MemoryStream(all), aes.CreateDecryptor(), CryptoStreamMode.Read)))
            {
                string last = null, line;
                int n = 0;
                while ((line = r.ReadLine()) != null)
                {
                    last = line;
                    n++;
                }
                Console.WriteLine("{0} {1}", n, last);
            }
            aes.Key = Filled(32, 5);
            try
            {
                using (ICryptoTransform t = aes.CreateDecryptor())
                    t.TransformFinalBlock(all, 0, all.Length);
                Console.WriteLine("decrypted");
            }
            catch (CryptographicException e)
            {
                Console.WriteLine(e.Message);
            }
            foreach (Action bad in new Action[] { () => aes.Key = new byte[5], () => aes.BlockSize = 64, () => aes.IV = new byte[3], () => DES.Create().Key = new byte[8], () => aes.Mode = (CipherMode)9 })
                try
                {
                    bad();
                    Console.WriteLine("accepted");
                }
                catch (CryptographicException e)
                {
                    Console.WriteLine(e.Message);
                }
        }
        MemoryStream base64 = new MemoryStream();
        using (CryptoStream c = new CryptoStream(base64, new ToBase64Transform(), CryptoStreamMode.Write))
            c.Write(Filled(20, 0), 0, 20);
        Console.WriteLine(Encoding.ASCII.GetString(base64.ToArray()));
        Console.WriteLine("{0} {1}", new AesManaged().KeySize, new RijndaelManaged().LegalBlockSizes[0].MaxSize);
    }
}
