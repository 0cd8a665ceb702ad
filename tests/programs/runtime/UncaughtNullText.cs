// UncaughtNullText: the ToString of an uncaught exception answers null.
using System;

class Silent : Exception
{
    public override string ToString() { return null; }
}

static class UncaughtNullText
{
    static void Main() { throw new Silent(); }
}
