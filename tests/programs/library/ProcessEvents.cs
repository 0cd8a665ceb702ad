// ProcessEvents: output read by events, Exited, a pipe of two processes, much output, exit code of a signal, input and output at once.
using System;
using System.Collections.Generic;
using System.Diagnostics;

class ProcessEvents
{
    static ProcessStartInfo Info(string file, string arguments)
    {
        return new ProcessStartInfo { FileName = file, Arguments = arguments, UseShellExecute = false, RedirectStandardOutput = true };
    }

    static void Main()
    {
        List<string> lines = new List<string>(), errors = new List<string>();
        using (Process p = new Process { StartInfo = Info("/bin/sh", "-c 'for i in 1 2 3; do echo line $i; echo error $i >&2; done; exit 4'") })
        {
            p.StartInfo.RedirectStandardError = true;
            p.OutputDataReceived += (s, e) => lines.Add(e.Data ?? "end");
            p.ErrorDataReceived += (s, e) => errors.Add(e.Data ?? "end");
            p.Start();
            p.BeginOutputReadLine();
            p.BeginErrorReadLine();
            p.WaitForExit();
            Console.WriteLine("{0} | {1} | {2}", string.Join(",", lines), string.Join(",", errors), p.ExitCode);
        }
        using (Process first = Process.Start(Info("/bin/echo", "c b a")))
        {
            ProcessStartInfo info = Info("/usr/bin/tr", "' ' '\\n'");
            info.RedirectStandardInput = true;
            using (Process second = Process.Start(info))
            {
                second.StandardInput.Write(first.StandardOutput.ReadToEnd());
                second.StandardInput.Close();
                Console.WriteLine(second.StandardOutput.ReadToEnd().Replace("\n", ";"));
                second.WaitForExit();
            }
        }
        using (Process p = Process.Start(Info("/bin/sh", "-c 'i=0; while [ $i -lt 3000 ]; do echo $i xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; i=$((i+1)); done'")))
        {
            int n = 0, length = 0;
            string line;
            while ((line = p.StandardOutput.ReadLine()) != null)
            {
                n++;
                length += line.Length;
            }
            Console.WriteLine("{0} {1}", n, length);
        }
        using (Process p = Process.Start(Info("/bin/sh", "-c 'kill -TERM $$'")))
        {
            p.WaitForExit();
            Console.WriteLine(p.ExitCode);
        }
        using (Process p = Process.Start(Info("/bin/sh", "-c 'echo \"$0 $1\" a \"b c\"' zero 'one two'")))
            Console.Write(p.StandardOutput.ReadToEnd());
        Process notStarted = new Process();
        foreach (Action bad in new Action[] { () => Console.WriteLine(notStarted.ExitCode), () => notStarted.Start(), () => notStarted.Kill(), () => Console.WriteLine(notStarted.StandardOutput), () => Process.GetProcessById(-5) })
            try
            {
                bad();
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
        using (Process p = Process.Start("/bin/true"))
        {
            p.WaitForExit();
            Console.WriteLine("{0} {1}", p.ExitCode, p.ExitTime >= p.StartTime);
        }
    }
}
