// Numbers: linear algebra, statistics, special functions, transforms, random numbers.
// references: MathNet.Numerics System.ValueTuple System.Numerics
using System;
using System.Linq;
using MathNet.Numerics;
using MathNet.Numerics.LinearAlgebra;
using MathNet.Numerics.Statistics;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.IntegralTransforms;
using MathNet.Numerics.Random;

class Numbers
{
    static void Main()
    {
        Control.UseManaged();
        Control.UseSingleThread();
        var a = Matrix<double>.Build.DenseOfArray(new double[,] { { 4, 1, 2 }, { 1, 3, 0 }, { 2, 0, 5 } });
        var b = Vector<double>.Build.Dense(new[] { 1.0, 2, 3 });
        Console.WriteLine(a.Solve(b).ToString("F10", null));
        Console.WriteLine(a.Determinant().ToString("F8") + " " + a.Inverse()[0, 1].ToString("F10") + " " + a.Rank());
        var evd = a.Evd();
        Console.WriteLine(string.Join(" ", evd.EigenValues.Select(x => x.Real.ToString("F8"))));
        Console.WriteLine(string.Join(" ", a.Svd().S.Select(x => x.ToString("F8"))));
        var data = Enumerable.Range(1, 50).Select(i => Math.Sin(i)).ToArray();
        Console.WriteLine(data.Mean().ToString("F12") + " " + data.StandardDeviation().ToString("F12") + " " + data.Median().ToString("F12") + " " + data.Quantile(0.9).ToString("F10"));
        Console.WriteLine(SpecialFunctions.Gamma(4.5).ToString("R") + " " + SpecialFunctions.Erf(0.5).ToString("F14") + " " + new Normal(0, 1).CumulativeDistribution(1.96).ToString("F12") + " " + Integrate.OnClosedInterval(Math.Exp, 0, 1).ToString("F12"));
        var f = data.Select(d => new System.Numerics.Complex(d, 0)).ToArray();
        Fourier.Forward(f);
        Console.WriteLine(f[8].Magnitude.ToString("F10"));
        var line = Fit.Line(new double[] { 1, 2, 3 }, new double[] { 2, 4.1, 5.9 });
        Console.WriteLine(line.Item1.ToString("F8") + " " + line.Item2.ToString("F8"));
        Console.WriteLine(string.Join(",", new MersenneTwister(42).NextInt32s(5)));
        Console.WriteLine(FindRoots.OfFunction(x => x * x - 2, 0, 2).ToString("F8"));
    }
}
