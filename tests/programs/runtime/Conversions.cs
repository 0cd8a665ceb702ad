// Conversions: System.Convert between all types, base 64, ChangeType, BitConverter, Guid.
using System;
using System.Globalization;

static class Conversions
{
    static string Try(Func<object> f)
    {
        try
        {
            object o = f();
            return Convert.ToString(o, CultureInfo.InvariantCulture) + ":" + o.GetType().Name;
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static void Main()
    {
        CultureInfo inv = CultureInfo.InvariantCulture;
        object[] values = { true, 'A', (sbyte)-5, (byte)200, (short)-300, (ushort)60000, 70000, 4000000000u,
            -5000000000L, ulong.MaxValue, 2.5f, 3.5, 1e20, -0.5, 4.5m, "12", "1.5", "true", "x", "", null,
            new DateTime(2000, 1, 1) };
        TypeCode[] targets = { TypeCode.Boolean, TypeCode.Char, TypeCode.SByte, TypeCode.Byte, TypeCode.Int16,
            TypeCode.UInt16, TypeCode.Int32, TypeCode.UInt32, TypeCode.Int64, TypeCode.UInt64,
            TypeCode.Single, TypeCode.Double, TypeCode.Decimal, TypeCode.String };
        foreach (object v in values)
        {
            string line = Convert.ToString(v, inv) + " ->";
            foreach (TypeCode t in targets)
                line += " " + Try(() => Convert.ChangeType(v, t, inv));
            Console.WriteLine(line);
        }
        foreach (double d in new[] { 0.5, 1.5, 2.5, -0.5, -1.5, 2147483647.4, 2147483647.5 })
            Console.WriteLine($"{Try(() => Convert.ToInt32(d))} {Try(() => Convert.ToInt64(d))} " +
                $"{Try(() => Convert.ToByte(d))}");
        Console.WriteLine($"{Convert.ToInt32(null)} {Convert.ToString(true)} {Convert.ToBoolean("False")} " +
            $"{Convert.IsDBNull(DBNull.Value)} {Convert.GetTypeCode(5.5)} " +
            $"{Try(() => Convert.ChangeType("5", typeof(int?)))}");
        byte[] bytes = new byte[100];
        for (int i = 0; i < bytes.Length; i++)
            bytes[i] = (byte)(i * 37);
        foreach (int n in new[] { 0, 1, 2, 3, 4, 50 })
        {
            string text = Convert.ToBase64String(bytes, 0, n);
            Console.WriteLine($"{text} {Convert.FromBase64String(text).Length}");
        }
        Console.WriteLine(Convert.ToBase64String(bytes, Base64FormattingOptions.InsertLineBreaks).Length);
        Console.WriteLine(Try(() => Convert.FromBase64String("a")) + " " + Try(() => Convert.FromBase64String("!!!!")) + " " + Convert.FromBase64String(" AQ ID ")[2]);
        Console.WriteLine($"{BitConverter.ToString(BitConverter.GetBytes(0x12345678))} " +
            $"{BitConverter.ToString(BitConverter.GetBytes(1.5))} " +
            $"{BitConverter.ToString(BitConverter.GetBytes(-1f))} " +
            $"{BitConverter.ToString(BitConverter.GetBytes('x'))} " +
            $"{BitConverter.ToString(BitConverter.GetBytes(true))}");
        Console.WriteLine($"{BitConverter.ToInt16(bytes, 1)} {BitConverter.ToUInt32(bytes, 2)} " +
            $"{BitConverter.ToInt64(bytes, 3)} {BitConverter.ToDouble(bytes, 5).ToString("R", inv)} " +
            $"{BitConverter.ToSingle(bytes, 9).ToString("R", inv)} {BitConverter.IsLittleEndian} " +
            $"{BitConverter.Int64BitsToDouble(4607182418800017408)}");
        Console.WriteLine(Try(() => BitConverter.ToInt32(bytes, 98)));
        Guid g = new Guid("0f8fad5b-d9cb-469f-a165-70867728950e");
        foreach (string f in new[] { "N", "D", "B", "P", "X" })
            Console.WriteLine(g.ToString(f));
        Console.WriteLine($"{BitConverter.ToString(g.ToByteArray())} {new Guid(g.ToByteArray()) == g} {Guid.Empty} " +
            $"{Guid.Parse("{0F8FAD5BD9CB469FA16570867728950E}".Trim('{', '}')) == g} " +
            $"{Guid.TryParse("bad", out Guid bad)} {g.CompareTo(Guid.Empty)} {g.GetHashCode()}");
        Console.WriteLine((Guid.NewGuid() != Guid.NewGuid()) + " " + Try(() => new Guid("x")) + new Guid(1, 2, 3, 4, 5,
            6, 7, 8, 9, 10, 11));
    }
}
