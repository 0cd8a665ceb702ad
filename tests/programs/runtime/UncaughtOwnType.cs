// UncaughtOwnType: an own exception with its own ToString and Message, thrown through filters that say no and
// finally blocks.
using System;

namespace Own.Space
{
    class Odd : Exception
    {
        public override string Message => "line one\nline two";

        public override string ToString() => "Odd as text: " + Message;
    }

    static class UncaughtOwnType
    {
        static bool No(string s)
        {
            Console.WriteLine("filter " + s);
            return false;
        }

        static void Main(string[] args)
        {
            try
            {
                try
                {
                    throw new Odd();
                }
                catch (Odd) when (No("inner"))
                {
                }
                finally
                {
                    Console.WriteLine("inner finally");
                }
            }
            catch (Exception) when (No("outer"))
            {
            }
        }
    }
}
