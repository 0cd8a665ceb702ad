// TwinLibrary: compiled twice, into two assemblies that both hold Shared.Twin.Work(int); see Twins.cs.
namespace Shared
{
    public static class Twin
    {
        public static long Work(int milliseconds)
        {
            var watch = System.Diagnostics.Stopwatch.StartNew();
            long turns = 0;
            while (watch.Elapsed.TotalMilliseconds < milliseconds)
                turns++;
            return turns;
        }
    }
}
