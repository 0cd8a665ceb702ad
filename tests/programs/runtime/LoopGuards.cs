// Loops over arrays whose bounds, indexes or references are not what a compiler would like to take for granted: each must
// end, or throw, where the program says.
using System;

class LoopGuards {
    static int Sum(int[] a, int from, int limit) {
        int total = 0;
        for (int i = from; i < limit; i++)
            total += a[i];
        return total;
    }

    static int SumUpTo(int[] a, int from, int last) {
        int total = 0;
        for (int i = from; i <= last; i++)
            total = total * 3 + a[i];
        return total;
    }

    static int Strided(byte[] a, int from, int limit, int step) {
        int count = 0;
        for (int i = from; i < limit; i += step) {
            a[i]++;
            if (++count > 1000)
                break;
        }
        return count;
    }

    static int Wide(long[] a, int limit) {
        long total = 0;
        for (int i = 0; i <= limit; i += 7)
            total += a[i];
        return (int)total;
    }

    static int Length(string[] words) {
        int total = 0;
        for (int i = 0; i < words.Length; i++)
            if (words[i] != null)
                total += words[i].Length;
        return total;
    }

    // The array is used only now and then, and may be missing.
    static int Rarely(int[] a, int turns, int every) {
        int total = 0;
        for (int i = 0; i < turns; i++)
            if (every != 0 && i % every == 0)
                total += a[i];
            else
                total++;
        return total;
    }

    // The end is a mark in the array, the limit is far behind it.
    static int Marked(int[] a, int limit) {
        for (int i = 0; i < limit; i++)
            if (a[i] < 0)
                return i;
        return -1;
    }

    static int Replaced(int[] a, int[] b, int limit) {
        int total = 0;
        for (int i = 0; i < limit; i++) {
            total += a[i];
            if (i == 2)
                a = b;
        }
        return total;
    }

    static int Jumping(int[] a, int limit) {
        int total = 0;
        for (int i = 0; i < limit; i++) {
            total += a[i];
            if (a[i] == 5)
                i += 40;
        }
        return total;
    }

    static int Backwards(int[] a, int from) {
        int total = 0;
        for (int i = from; i >= 0; i--)
            total = total * 2 + a[i];
        return total;
    }

    static int ByReference(int[] a, int limit, ref int i) {
        int total = 0;
        for (i = 0; i < limit; i++) {
            total += a[i];
            Move(ref i);
        }
        return total;
    }

    static void Move(ref int i) {
        if (i == 3)
            i = -2 + i * 2;
    }

    static int Addressed(int[] a, int limit) {
        int total = 0;
        int i;
        for (i = 0; i < limit; i++) {
            total += a[i];
            if (total == 6)
                Set(out i, limit - 1);
        }
        return total;
    }

    static void Set(out int i, int value) { i = value; }

    static int Caught(int[] a, int limit) {
        int total = 0;
        for (int i = 0; i < limit; i++) {
            try {
                total += a[i];
            } catch (IndexOutOfRangeException) {
                total += 1000;
            } catch (NullReferenceException) {
                total += 5;
            } finally {
                total ^= 1;
            }
        }
        return total;
    }

    static int Nested(int[][] rows, int width, int steps) {
        int total = 0;
        for (int s = 0; s < steps; s++)
            for (int y = 0; y < rows.Length; y++) {
                int[] row = rows[y];
                for (int x = 0; x < width; x++) {
                    row[x] += x;
                    total += row[x];
                }
            }
        return total;
    }

    static int Copied(object[] from, string[] to, int count) {
        object[] target = to;
        for (int i = 0; i < count; i++)
            target[i] = from[i];
        return count;
    }

    static int Conditional(int[] a, int limit, bool skip) {
        int total = 0, i = 0;
        if (skip)
            goto middle;
    head:
        total += a[i];
    middle:
        i++;
        if (i < limit)
            goto head;
        return total;
    }

    static int Grid(int[,] a, int y, int x, int count) {
        int total = 0;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++) {
                a[y + i, x + j] += j;
                total = total * 3 + a[y + i, x + j];
            }
        return total;
    }

    static string Tried(Func<int> what) {
        try {
            return what().ToString();
        } catch (Exception e) {
            return e.GetType().Name;
        }
    }

    static int[] Numbers(int count) {
        var a = new int[count];
        for (int i = 0; i < count; i++)
            a[i] = i;
        return a;
    }

    static void Main() {
        int[] ten = Numbers(10), none = null, marked = Numbers(30);
        marked[20] = -1;
        var bytes = new byte[100];
        for (int round = 0; round < 12; round++) {
            Console.WriteLine("{0} {1} {2} {3} {4}", Tried(() => Sum(ten, 0, 10)), Tried(() => Sum(ten, 3, 11)),
                              Tried(() => Sum(ten, -1, 4)), Tried(() => Sum(none, 0, 1)), Tried(() => Sum(none, 1, 1)));
            Console.WriteLine("{0} {1} {2} {3}", Tried(() => SumUpTo(ten, 0, 9)), Tried(() => SumUpTo(ten, 0, 10)),
                              Tried(() => SumUpTo(ten, 5, int.MaxValue)), Tried(() => SumUpTo(ten, 0, -1)));
            Console.WriteLine("{0} {1} {2} {3} {4}", Tried(() => Strided(bytes, 0, 100, 3)),
                              Tried(() => Strided(bytes, 0, 100, 0)), Tried(() => Strided(bytes, 50, 100, -20)),
                              Tried(() => Strided(bytes, 1, 100, int.MaxValue)),
                              Tried(() => Strided(bytes, 99, int.MaxValue, 1)));
            Console.WriteLine("{0} {1}", Tried(() => Wide(new long[50], 49)), Tried(() => Wide(new long[50], 56)));
            Console.WriteLine("{0} {1}", Tried(() => Length(new[] { "a", null, "bcd" })), Tried(() => Length(null)));
            Console.WriteLine("{0} {1} {2}", Tried(() => Rarely(none, 100, 0)), Tried(() => Rarely(ten, 100, 0)),
                              Tried(() => Rarely(ten, 100, 4)));
            Console.WriteLine("{0} {1}", Tried(() => Marked(marked, 1000)), Tried(() => Marked(ten, 1000)));
            Console.WriteLine("{0} {1}", Tried(() => Replaced(ten, new int[4], 10)), Tried(() => Replaced(ten, null, 10)));
            Console.WriteLine("{0} {1}", Tried(() => Jumping(ten, 10)), Tried(() => Jumping(ten, 100)));
            Console.WriteLine("{0} {1}", Tried(() => Backwards(ten, 9)), Tried(() => Backwards(ten, 10)));
            int index = 0;
            Console.WriteLine("{0} {1}", Tried(() => ByReference(ten, 10, ref index)), index);
            Console.WriteLine("{0} {1}", Tried(() => Addressed(ten, 10)), Tried(() => Addressed(ten, 12)));
            Console.WriteLine("{0} {1}", Tried(() => Caught(ten, 13)), Tried(() => Caught(none, 3)));
            int[][] rows = { new int[6], new int[5], new int[6] };
            Console.WriteLine("{0} {1} {2}", Tried(() => Nested(rows, 5, 9)), Tried(() => Nested(rows, 6, 9)), rows[0][5]);
            object[] words = { "x", "y", null, 4 };
            Console.WriteLine("{0} {1}", Tried(() => Copied(words, new string[3], 3)), Tried(() => Copied(words, new string[4], 4)));
            var grid = new int[4, 5];
            var moved = (int[,])Array.CreateInstance(typeof(int), new[] { 4, 4 }, new[] { -1, 2 });
            Console.WriteLine("{0} {1} {2} {3} {4} {5}", Tried(() => Grid(grid, 0, 1, 4)), Tried(() => Grid(grid, 1, 0, 4)),
                              Tried(() => Grid(grid, 0, 2, 4)), Tried(() => Grid(moved, -1, 2, 4)),
                              Tried(() => Grid(moved, 0, 2, 4)), Tried(() => Grid(null, 0, 0, 1)));
            Console.WriteLine("{0} {1}", Tried(() => Conditional(ten, 10, true)), Tried(() => Conditional(ten, 11, false)));
        }
        // Long runs, which become hot in the middle of a loop.
        var large = Numbers(200000);
        Console.WriteLine("{0} {1} {2}", Sum(large, 0, large.Length), Tried(() => Sum(large, 0, 200001)),
                          Tried(() => Rarely(none, 200000, 0)));
    }
}
