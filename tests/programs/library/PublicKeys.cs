// PublicKeys: RSA with a fixed key: signatures, encryption, XML form; DSA verification of its own signature.
using System;
using System.Security.Cryptography;
using System.Text;

class PublicKeys
{
    static void Main()
    {
        byte[] text = Encoding.UTF8.GetBytes("signed text");
        using (RSACryptoServiceProvider made = new RSACryptoServiceProvider(512))
        {
            string xml = made.ToXmlString(true);
            using (RSACryptoServiceProvider rsa = new RSACryptoServiceProvider())
            {
                rsa.FromXmlString(xml);
                byte[] signature = rsa.SignData(text, "SHA1");
                Console.WriteLine("{0} {1}", rsa.KeySize, signature.Length);
                Console.WriteLine(made.VerifyData(text, "SHA1", signature));
                text[0] ^= 1;
                Console.WriteLine(made.VerifyData(text, "SHA1", signature));
                text[0] ^= 1;
                byte[] secret = made.Encrypt(text, false);
                Console.WriteLine(Encoding.UTF8.GetString(rsa.Decrypt(secret, false)));
                RSAParameters p = rsa.ExportParameters(true);
                Console.WriteLine("{0} {1} {2} {3}", p.Modulus.Length, BitConverter.ToString(p.Exponent), p.P.Length, p.D.Length);
                Console.WriteLine(rsa.PublicOnly + " " + rsa.SignatureAlgorithm);
            }
        }
        RSAParameters known = new RSAParameters
        {
            Modulus = Convert.FromBase64String("u0j8LLqyxLTgBmqQZfiDtUSfyCc6VKqqbUGqIeVPLLpWZH5cgXN7hQVyqk+bzZjSO0gzCtHWGKJdTJ5KJxjhnw=="), Exponent = new byte[] { 1, 0, 1 },
        };
        using (RSACryptoServiceProvider only = new RSACryptoServiceProvider())
        {
            only.ImportParameters(known);
            Console.WriteLine("{0} {1}", only.PublicOnly, only.Encrypt(new byte[] { 1, 2 }, false).Length);
            Console.WriteLine(only.ToXmlString(false));
            try
            {
                only.SignData(text, "SHA256");
            }
            catch (CryptographicException e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        }
        Console.WriteLine(CryptoConfig.MapNameToOID("SHA256") + " " + CryptoConfig.CreateFromName("SHA1").GetType());
    }
}
