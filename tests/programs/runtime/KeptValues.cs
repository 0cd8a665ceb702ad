// Loops over arrays of two dimensions and with constants, whose addresses and constants a compiler keeps in registers:
// what is kept must be right on every way into a loop, behind collections, copies and allocations in it, and when the
// loop is left in its middle.
using System;

class KeptValues {
    struct Large { // copied by C code
        public long A, B, C, D, E, F, G, H, I, J;
    }

    static double Product(double[,] a, double[,] b, int row, int column, int from, int count) {
        double sum = 0.25;
        for (int t = from; t < count; t++)
            sum += a[row, t] * b[t, column];
        return sum;
    }

    static long Multiply(long[,] a, long[,] b, long[,] c, int n) {
        for (int i = 0; i < n; i++)
            for (int t = 0; t < n; t++)
                for (int j = 0; j < n; j++)
                    c[i, j] += a[i, t] * b[t, j];
        return c[n - 1, n - 1];
    }

    // One element, by indexes that stay, is read and written in each turn.
    static int Counter(int[,] a, int i, int j, int turns) {
        for (int k = 0; k < turns; k++)
            a[i, j] += k ^ a[i, j];
        return a[i, j];
    }

    static int Bytes(byte[,] a, short[,] b, char[,] c, int i, int n) {
        int sum = 0;
        for (int j = 0; j < n; j++) {
            a[i, j] += (byte)(j * 37);
            b[j, i] = (short)(a[i, j] - 200);
            c[i, i] += (char)(b[j, i] & 3);
            sum = sum * 5 + a[i, j] + b[j, i] + c[i, i];
        }
        return sum;
    }

    static int Replaced(int[,] a, int[,] b, int n) {
        int sum = 0;
        for (int j = 0; j < n; j++) {
            sum += a[1, j];
            if (j == 2)
                a = b;
        }
        return sum;
    }

    static int RowChanges(int[,] a, int row, int n) {
        int sum = 0;
        for (int j = 0; j < n; j++) {
            sum = sum * 3 + a[row, j];
            if (j == 1)
                row++;
        }
        return sum;
    }

    // Only now and then: the indexes need not be in bounds, nor the array be there.
    static int Rarely(int[,] a, int i, int turns, bool ever) {
        int sum = 0;
        for (int j = 0; j < turns; j++)
            if (ever)
                sum += a[i, j];
            else
                sum ^= j;
        return sum;
    }

    static int Written(int[,] a, int i, int n, int value) {
        int j = 0;
        try {
            for (; j <= n; j++)
                a[i, j] = value + j;
        } catch (IndexOutOfRangeException) {
            return -j;
        } catch (NullReferenceException) {
            return -1000 - j;
        }
        return j;
    }

    static long Copies(int[,] a, Large[] large, int i, int n) {
        long sum = 0;
        for (int j = 0; j < n; j++) {
            large[1] = large[0];
            large[0].A += a[i, j];
            a[j, i] = (int)large[1].A;
            sum = sum * 3 + large[1].A + large[1].J;
        }
        return sum;
    }

    static object Boxes(double[,] a, int i, int n) {
        object last = null;
        for (int j = 0; j < n; j++)
            if (last == null || a[i, j] * 1.5 > (double)last)
                last = a[i, j] * 1.5 + 0.125;
        return last;
    }

    static double Constants(double x, int n) {
        double y = 3.5;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 3; k++)
                y = y * 0.5 + 2.0 * x - 0.0 / (x + 1.25);
            if (y > 1e300 || double.IsNaN(y))
                return -2.0;
            x = x * 2.0 < 4.0 ? x * 2.0 : x - 3.75;
        }
        return y;
    }

    static float Singles(float x, int n) {
        float y = 1.5f;
        for (int i = 0; i < n; i++)
            y = (y + 2.5f) * x - (y < 2.5f ? 0.0f : 1.25f);
        return y;
    }

    static int Middle(int[,] a, int i, int n, bool skip) {
        int sum = 0, j = 0;
        if (skip)
            goto middle;
    head:
        sum = sum * 7 + a[i, j];
    middle:
        j++;
        if (j < n)
            goto head;
        return sum;
    }

    // The bound is another array's length.
    static int Paired(int[] a, int[] b) {
        int sum = 0;
        for (int i = 0; i < a.Length; i++)
            sum = sum * 3 + b[i];
        return sum;
    }

    static int Inclusive(int[] a, int[] b, int from) {
        int sum = 0;
        for (int i = from; i <= a.Length; i++)
            sum = sum * 3 + b[i];
        return sum;
    }

    static int Steady(int[] a, int at, int turns) {
        int sum = 0;
        for (int i = 0; i < turns; i++)
            sum = sum * 5 + a[at]++;
        return sum;
    }

    static string Tried(Func<object> what) {
        try {
            return Convert.ToString(what(), System.Globalization.CultureInfo.InvariantCulture);
        } catch (Exception e) {
            return e.GetType().Name;
        }
    }

    static int[,] Grid(int height, int width) {
        var a = new int[height, width];
        for (int i = 0; i < height; i++)
            for (int j = 0; j < width; j++)
                a[i, j] = i * 100 + j;
        return a;
    }

    static double[,] Reals(int n) {
        var a = new double[n, n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i, j] = i * 0.5 - j;
        return a;
    }

    static void Main() {
        var moved = (int[,])Array.CreateInstance(typeof(int), new[] { 4, 4 }, new[] { -1, 2 });
        for (int round = 0; round < 12; round++) {
            double[,] reals = Reals(9);
            Console.WriteLine("{0} {1} {2} {3} {4}", Tried(() => Product(reals, reals, 1, 2, 0, 9)),
                              Tried(() => Product(reals, reals, 8, 8, 3, 9)), Tried(() => Product(reals, reals, 1, 2, 0, 10)),
                              Tried(() => Product(reals, reals, 9, 2, 0, 9)), Tried(() => Product(reals, reals, 1, -1, 0, 9)));
            Console.WriteLine("{0} {1}", Tried(() => Product(reals, null, 1, 2, 0, 9)), Tried(() => Product(null, null, 1, 2, 9, 9)));
            long[,] longs = new long[5, 5], others = new long[5, 5];
            for (int i = 0; i < 25; i++)
                longs[i / 5, i % 5] = others[i % 5, i / 5] = i - 7;
            Console.WriteLine("{0} {1} {2}", Tried(() => Multiply(longs, others, new long[5, 5], 5)),
                              Tried(() => Multiply(longs, longs, longs, 4)), Tried(() => Multiply(longs, others, others, 6)));
            int[,] grid = Grid(4, 5);
            Console.WriteLine("{0} {1} {2} {3}", Tried(() => Counter(grid, 3, 4, 50)), Tried(() => Counter(grid, 4, 0, 50)),
                              Tried(() => Counter(grid, 0, 5, 1)), Tried(() => Counter(null, 0, 0, 50)));
            Console.WriteLine("{0} {1}", Tried(() => Bytes(new byte[3, 4], new short[4, 3], new char[3, 3], 2, 4)),
                              Tried(() => Bytes(new byte[3, 4], new short[3, 3], new char[3, 3], 2, 4)));
            Console.WriteLine("{0} {1} {2}", Tried(() => Replaced(grid, Grid(2, 9), 8)), Tried(() => Replaced(grid, Grid(2, 9), 5)),
                              Tried(() => Replaced(grid, null, 5)));
            Console.WriteLine("{0} {1}", Tried(() => RowChanges(grid, 0, 5)), Tried(() => RowChanges(grid, 3, 5)));
            Console.WriteLine("{0} {1} {2}", Tried(() => Rarely(null, 0, 50, false)), Tried(() => Rarely(grid, 77, 50, false)),
                              Tried(() => Rarely(grid, 2, 5, true)));
            Console.WriteLine("{0} {1} {2} {3} {4}", Written(grid, 1, 4, 7), Written(grid, 1, 5, 8), Written(grid, 4, 3, 9),
                              Written(null, 0, 3, 1), grid[1, 4]);
            var large = new Large[2];
            large[0].J = 5;
            Console.WriteLine("{0} {1}", Tried(() => Copies(Grid(5, 5), large, 1, 5)), Tried(() => Copies(Grid(3, 5), large, 2, 5)));
            Console.WriteLine("{0} {1}", Tried(() => Boxes(reals, 8, 9)), Tried(() => Boxes(reals, 8, 10)));
            Console.WriteLine("{0} {1} {2}", Tried(() => Constants(0.3, 40)), Tried(() => Constants(double.NaN, 40)),
                              Tried(() => (double)Singles(0.7f, 30)));
            Console.WriteLine("{0} {1} {2}", Tried(() => Middle(grid, 2, 5, false)), Tried(() => Middle(grid, 2, 5, true)),
                              Tried(() => Middle(grid, 2, 6, true)));
            Console.WriteLine("{0} {1} {2}", Tried(() => Rarely(moved, 2, 3, true)), Tried(() => Written(moved, 0, 5, 3)),
                              Tried(() => Counter(moved, -1, 2, 9)));
            int[] three = { 3, 1, 2 }, five = { 9, 8, 7, 6, 5 };
            Console.WriteLine("{0} {1} {2} {3}", Tried(() => Paired(three, five)), Tried(() => Paired(five, three)),
                              Tried(() => Paired(null, five)), Tried(() => Paired(three, null)));
            Console.WriteLine("{0} {1} {2}", Tried(() => Inclusive(three, five, 0)), Tried(() => Inclusive(three, three, 0)),
                              Tried(() => Inclusive(three, five, -1)));
            Console.WriteLine("{0} {1} {2} {3}", Tried(() => Steady(five, 4, 9)), Tried(() => Steady(five, 5, 9)),
                              Tried(() => Steady(five, -1, 0)), Tried(() => Steady(null, 0, 0)));
        }
        // Long runs, which become hot in the middle of a loop; the collector comes by.
        int[,] wide = Grid(2, 300000);
        Console.WriteLine("{0} {1}", Tried(() => Rarely(wide, 1, 300000, true)), Tried(() => Middle(wide, 0, 300000, false)));
        Console.WriteLine("{0} {1}", Tried(() => Constants(0.3, 200000)), Tried(() => Boxes(Reals(700), 699, 700)));
        Console.WriteLine(Tried(() => Multiply(new long[60, 60], new long[60, 60], new long[60, 60], 60)));
    }
}
