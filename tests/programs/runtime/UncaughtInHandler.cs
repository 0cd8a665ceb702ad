// UncaughtInHandler: a handler of AppDomain.UnhandledException throws itself: that is told, and the first exception stays the end.
using System;

namespace Of
{
    class Outer
    {
        public class Second<T> : Exception { }
    }
}

static class UncaughtInHandler
{
    static void Main()
    {
        AppDomain.CurrentDomain.UnhandledException += (sender, e) => { Console.WriteLine("one"); throw new Of.Outer.Second<int>(); };
        AppDomain.CurrentDomain.UnhandledException += (sender, e) => Console.WriteLine("not reached");
        throw new Exception("first");
    }
}
