// Pointers: arithmetic, comparison, structs through pointers, pointers to pointers, fixed on strings and arrays,
// stackalloc.
using System;

struct Node
{
    public int Value;
    public short Small;
}

unsafe struct Linked
{
    public int Value;
    public Linked* Next;
}

static unsafe class Pointers
{
    static void Swap(int* a, int* b)
    {
        int t = *a;
        *a = *b;
        *b = t;
    }

    static int Sum(int* p, int n)
    {
        int sum = 0;
        for (int* end = p + n; p < end; p++)
            sum += *p;
        return sum;
    }

    static int Length(char* s)
    {
        char* start = s;
        while (*s != 0)
            s++;
        return (int)(s - start);
    }

    static void Reverse(string s)
    {
        char* copy = stackalloc char[s.Length];
        fixed (char* p = s)
            for (int i = 0; i < s.Length; i++)
                copy[i] = p[s.Length - 1 - i];
        Console.WriteLine(new string(copy, 0, s.Length));
    }

    static long Fill(int n)
    {
        long* values = stackalloc long[n];
        long zeros = 0;
        for (int i = 0; i < n; i++)
        {
            zeros += values[i];
            values[i] = i * (long)i;
        }
        long sum = zeros;
        for (int i = 0; i < n; i++)
            sum += values[i];
        return sum;
    }

    static int Nested(int depth)
    {
        byte* b = stackalloc byte[100];
        b[depth] = (byte)depth;
        int below = depth == 0 ? 0 : Nested(depth - 1);
        return below + b[depth];
    }

    static void Main()
    {
        int a = 1, b = 2;
        Swap(&a, &b);
        Console.WriteLine($"{a} {b}");
        int* pa = &a;
        int** ppa = &pa;
        **ppa = 77;
        *ppa = &b;
        *pa += 5;
        Console.WriteLine($"{a} {b} {pa == &b} {pa != null} {sizeof(int*)}");
        int[] array = { 1, 2, 3, 4, 5, 6 };
        fixed (int* p = array)
        {
            Console.WriteLine($"{Sum(p, 6)} {*(p + 2)} {p[5]} {(p + 4) - p} {p < p + 1} {(long)(p + 3) - (long)p}");
            p[0] = 100;
            (*(p + 1))++;
            byte* bytes = (byte*)p;
            bytes[9] = 1;
            short* shorts = (short*)(p + 4);
            shorts[1] = -1;
        }
        Console.WriteLine(string.Join(" ", array));
        fixed (char* s = "measured")
            Console.WriteLine(Length(s) + s[3].ToString() + *(s + 1));
        Reverse("stressed");
        Console.WriteLine($"{Fill(10)} {Fill(100)} {Nested(20)}");
        Node node = new Node { Value = 5, Small = 6 };
        Node* pn = &node;
        pn->Value++;
        (*pn).Small *= 2;
        Console.WriteLine($"{node.Value} {node.Small} {sizeof(Node)}");
        Node* many = stackalloc Node[3];
        for (int i = 0; i < 3; i++)
            many[i] = new Node { Value = i * 10, Small = (short)-i };
        Node* second = many + 1;
        Console.WriteLine($"{second->Value} {second[1].Small} {second[-1].Value} {(byte*)second - (byte*)many}");
        Linked l3 = new Linked { Value = 3 }, l2 = new Linked { Value = 2, Next = &l3 }, l1 = new Linked { Value = 1,
            Next = &l2 };
        for (Linked* l = &l1; l != null; l = l->Next)
            Console.Write(l->Value);
        Console.WriteLine();
        double d = -1.5;
        ulong bits = *(ulong*)&d;
        *((byte*)&d + 7) &= 0x7f;
        Console.WriteLine($"{bits:x} {d}");
        void* v = &a;
        *(short*)v = 9;
        Console.WriteLine(a);
        uint word = 0x11223344;
        byte* w = (byte*)&word;
        Console.WriteLine($"{w[0]:x} {w[3]:x} {*(ushort*)(w + 1):x}");
        fixed (int* empty = new int[0])
            Console.WriteLine(empty == null);
        int[,] grid = { { 1, 2 }, { 3, 4 } };
        fixed (int* g = grid)
            Console.WriteLine(g[3]);
        try
        {
            int* bad = null;
            Console.WriteLine(*bad);
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("null pointer");
        }
        fixed (int* p = &field)
            SetTo49(p);
        Console.WriteLine(field);
    }

    static int field;

    static void SetTo49(int* p)
    {
        *p = 49;
    }
}
