// Digests: hashes, authenticated encryption and signatures in managed code.
// references: BouncyCastle.Cryptography
using System;
using System.Linq;
using System.Text;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Digests;
using Org.BouncyCastle.Crypto.Engines;
using Org.BouncyCastle.Crypto.Modes;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Crypto.Signers;
using Org.BouncyCastle.Security;
using Org.BouncyCastle.Asn1;
using Org.BouncyCastle.Math;

class Digests
{
    static string H(byte[] b)
    {
        return string.Concat(b.Select(x => x.ToString("x2")));
    }
    static byte[] D(IDigest d, byte[] b)
    {
        d.BlockUpdate(b, 0, b.Length);
        var r = new byte[d.GetDigestSize()];
        d.DoFinal(r, 0);
        return r;
    }
    static void Main()
    {
        var t = Encoding.ASCII.GetBytes("The quick brown fox");
        foreach (var d in new IDigest[] { new Sha3Digest(256), new Blake2bDigest(256), new RipeMD160Digest(), new SM3Digest(), new Sha512Digest() })
            Console.WriteLine(d.AlgorithmName + " " + H(D(d, t)));
        var g = new GcmBlockCipher(new AesEngine());
        g.Init(true, new AeadParameters(new KeyParameter(new byte[16]), 128, new byte[12], t));
        var o = new byte[g.GetOutputSize(t.Length)];
        int n = g.ProcessBytes(t, 0, t.Length, o, 0);
        g.DoFinal(o, n);
        Console.WriteLine(H(o));
        var k = new Ed25519PrivateKeyParameters(Enumerable.Range(0, 32).Select(i => (byte)i).ToArray(), 0);
        var s = new Ed25519Signer();
        s.Init(true, k);
        s.BlockUpdate(t, 0, t.Length);
        var sig = s.GenerateSignature();
        Console.WriteLine(H(sig));
        s.Init(false, k.GeneratePublicKey());
        s.BlockUpdate(t, 0, t.Length);
        Console.WriteLine(s.VerifySignature(sig));
        var c = new ChaCha7539Engine();
        c.Init(true, new ParametersWithIV(new KeyParameter(new byte[32]), new byte[12]));
        var x = new byte[20];
        c.ProcessBytes(new byte[20], 0, 20, x, 0);
        Console.WriteLine(H(x));
        Console.WriteLine(new BigInteger("123456789012345678901234567890").ModPow(new BigInteger("65537"), new BigInteger("1000000007000000009")));
        Console.WriteLine(new DerSequence(new DerInteger(5), new DerUtf8String("é")).GetDerEncoded().Length);
    }
}
