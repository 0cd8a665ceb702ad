// Echo: copies standard input to standard output, counts its lines on standard error, and ends with that count.
using System;

static class Echo
{
    static int Main(string[] args)
    {
        int lines = 0;
        string line;
        while ((line = Console.ReadLine()) != null)
        {
            Console.WriteLine(line);
            lines++;
        }
        Console.Error.WriteLine("lines=" + lines + " args=" + string.Join("|", args));
        return lines;
    }
}
