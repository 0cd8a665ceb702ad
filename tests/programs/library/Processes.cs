// Processes: Process.Start with redirected streams, arguments, environment, exit codes, working folder, missing programs.
using System;
using System.Diagnostics;
using System.IO;

class Processes
{
    static Process Start(string file, string arguments, Action<ProcessStartInfo> change = null)
    {
        ProcessStartInfo info = new ProcessStartInfo(file, arguments) { UseShellExecute = false, RedirectStandardOutput = true };
        if (change != null)
            change(info);
        return Process.Start(info);
    }

    static void Main()
    {
        using (Process p = Start("/bin/echo", "hello \"two words\" 'single q' back\\\\slash"))
        {
            Console.Write(p.StandardOutput.ReadToEnd());
            p.WaitForExit();
            Console.WriteLine("{0} {1}", p.ExitCode, p.HasExited);
        }
        using (Process p = Start("/bin/cat", "", i => i.RedirectStandardInput = true))
        {
            for (int i = 0; i < 1000; i++)
                p.StandardInput.WriteLine("line {0}", i);
            p.StandardInput.Close();
            string all = p.StandardOutput.ReadToEnd();
            p.WaitForExit();
            Console.WriteLine("{0} {1}", all.Length, p.ExitCode);
        }
        using (Process p = Start("/bin/sh", "-c \"echo out; echo err >&2; exit 3\"", i => i.RedirectStandardError = true))
        {
            Console.Write(p.StandardOutput.ReadToEnd());
            Console.Write(p.StandardError.ReadToEnd());
            p.WaitForExit();
            Console.WriteLine(p.ExitCode);
        }
        using (Process p = Start("/bin/sh", "-c \"echo $ADDED $PWD\"", i => { i.EnvironmentVariables["ADDED"] = "yes"; i.WorkingDirectory = "/"; }))
        {
            Console.Write(p.StandardOutput.ReadToEnd());
            p.WaitForExit();
        }
        using (Process p = Start("sh", "-c 'exit 5'"))
        {
            Console.WriteLine("{0} {1}", p.WaitForExit(10000), p.ExitCode);
        }
        using (Process p = Start("/bin/sleep", "30"))
        {
            Console.WriteLine("{0} {1}", p.WaitForExit(20), p.HasExited);
            p.Kill();
            p.WaitForExit();
            Console.WriteLine(p.HasExited);
        }
        try
        {
            Start("/no/such/program", "");
        }
        catch (Exception e)
        {
            Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
        }
        Process me = Process.GetCurrentProcess();
        Console.WriteLine("{0} {1}", me.Id > 0, me.HasExited);
    }
}
