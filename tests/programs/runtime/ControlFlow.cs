// ControlFlow: switch on int, long, char, string, enum, bool, with gaps and big tables; goto case; nested loops;
// patterns.
using System;
using System.Collections.Generic;

static class ControlFlow
{
    static string Dense(int x)
    {
        switch (x)
        {
            case 0: return "zero";
            case 1: return "one";
            case 2:
            case 3: return "two or three";
            case 4: goto case 1;
            case 5: goto default;
            case 7: return "seven";
            default: return "default";
        }
    }

    static string Sparse(int x)
    {
        switch (x)
        {
            case int.MinValue: return "least";
            case -1000000: return "minus million";
            case -1: return "minus one";
            case 100: return "hundred";
            case 101: return "hundred one";
            case 102: return "hundred two";
            case 5000: return "5000";
            case int.MaxValue: return "greatest";
        }
        return "none";
    }

    static int Long(long x)
    {
        switch (x)
        {
            case 0: return 0;
            case 1: return 1;
            case 4294967296: return 2;
            case 4294967297: return 3;
            case long.MaxValue: return 4;
            case -1: return 5;
            default: return -1;
        }
    }

    static int Letters(char c)
    {
        switch (c)
        {
            case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
            case '\uffff': return 2;
            case ' ': return 3;
            default: return c >= '0' && c <= '9' ? 4 : 0;
        }
    }

    static string Words(string s)
    {
        switch (s)
        {
            case "add": case "plus": return "+";
            case "sub": return "-";
            case "": return "empty";
            case null: return "null";
            case "multiply": return "*";
            case "divide": return "/";
            case "mod": return "%";
            case "power": return "**";
            case "ADD": return "big +";
            default: return "?" + s.Length;
        }
    }

    static int Big(int x)
    {
        switch (x)
        {
            case 10: return 1; case 11: return 4; case 12: return 9; case 13: return 16; case 14: return 25; case 15: return 36;
            case 16: return 49; case 17: return 64; case 18: return 81; case 19: return 100; case 20: return 121; case 21: return 144;
            case 22: return 169; case 23: return 196; case 24: return 225; case 25: return 256; case 26: return 289; case 27: return 324;
            default: return -x;
        }
    }

    static string Patterns(object o)
    {
        if (o is int i && i > 10)
            return "big int " + i;
        if (o is int j)
            return "int " + (j + 1);
        if (o is string s)
            return s.Length == 0 ? "empty" : "string " + s[0];
        if (o == null)
            return "null";
        if (o is IEnumerable<int> e)
            return "ints " + string.Join("+", e);
        if (o is DayOfWeek day && day == DayOfWeek.Friday)
            return "friday";
        return o is double d && !double.IsNaN(d) ? "double " + d : "other " + o.GetType().Name;
    }

    static string Machine(string text)
    {
        string log = "";
        int at = 0;
    start:
        if (at >= text.Length)
            goto end;
        if (char.IsDigit(text[at]))
            goto number;
        if (text[at] == ' ')
        {
            at++;
            goto start;
        }
        log += "[" + text[at++] + "]";
        goto start;
    number:
        int value = 0;
        while (at < text.Length && char.IsDigit(text[at]))
            value = value * 10 + text[at++] - '0';
        log += "<" + value + ">";
        goto start;
    end:
        return log;
    }

    static void Main()
    {
        for (int i = -1; i < 10; i++)
            Console.WriteLine($"{i}: {Dense(i)} {Dense(i * 1000)}");
        foreach (int i in new[] { int.MinValue, -1000000, -1, 0, 99, 100, 101, 102, 103, 5000, int.MaxValue })
            Console.WriteLine($"{i}: {Sparse(i)}");
        foreach (long l in new[] { 0, 1, 4294967296, 4294967297, long.MaxValue, -1, 5, 8589934592 })
            Console.Write(Long(l) + " ");
        Console.WriteLine();
        foreach (char c in "hello world 42\uffff")
            Console.Write(Letters(c));
        Console.WriteLine();
        foreach (string s in new[] { "add", "plus", "sub", "", null, "multiply", "divide", "mod", "power", "ADD",
            "Add", "unknown" })
            Console.Write(Words(s) + " ");
        Console.WriteLine();
        for (int i = 8; i < 30; i++)
            Console.Write(Big(i) + " ");
        Console.WriteLine();
        foreach (object o in new object[] { 5, 50, "text", "", null, new[] { 1, 2 }, new List<int> { 3 },
            DayOfWeek.Friday, DayOfWeek.Monday, 2.5, double.NaN, 'c' })
            Console.WriteLine(Patterns(o));
        Console.WriteLine(Machine("12 + 345*(6)"));
        int count = 0;
        for (int i = 0; i < 10; i++)
        {
            if (i % 2 == 0)
                continue;
            for (int j = 0; ; j++)
            {
                if (j == i)
                    break;
                int k = 0;
                while (true)
                {
                    if (++k > j)
                        break;
                    do
                    {
                        count++;
                    }
                    while (count % 5 != 0);
                }
            }
            if (i > 7)
                goto done;
        }
    done:
        Console.WriteLine(count);
        for (int i = 0, j = 10; i < j; i++, j--)
            Console.Write($"{i}{j} ");
        Console.WriteLine();
        int loops = 0;
        do
            loops++;
        while (false);
        while (loops < 0)
            loops = 100;
        for (; ; )
            if (++loops > 5)
                break;
        Console.WriteLine(loops);
        bool?[] flags = { true, false, null };
        foreach (bool? f in flags)
            switch (f)
            {
                case true: Console.Write("T"); break;
                case false: Console.Write("F"); break;
                case null: Console.Write("N"); break;
            }
        Console.WriteLine();
        unchecked
        {
            byte b = 250;
            while (b++ != 3)
                Console.Write(b + " ");
        }
        Console.WriteLine();
    }
}
