// AsyncAwait: an async method that yields four times is resumed four times: five MoveNext a call.
// expect-calls: AsyncAwait/<Work>c__async0:MoveNext () = 50
// expect-calls: AsyncAwait:Work (int) = 10
// expect-calls: AsyncAwait:Step (int) = 40
using System;
using System.Threading.Tasks;

static class AsyncAwait
{
    static int Step(int x)
    {
        return x * 2 + 1;
    }

    static async Task<int> Work(int x)
    {
        for (int i = 0; i < 4; i++)
        {
            await Task.Yield();
            x = Step(x);
        }
        return x;
    }

    static int Main()
    {
        int n = 0;
        for (int i = 0; i < 10; i++)
            n += Work(i).Result;
        Console.WriteLine("n=" + n);
        return 0;
    }
}
