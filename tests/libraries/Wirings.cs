// Wirings: a container, a mapper, a validator, a state machine and retry policies.
// references: Autofac AutoMapper FluentValidation Stateless Polly Microsoft.Bcl.AsyncInterfaces
using System;
using System.Collections.Generic;
using System.Linq;
using Autofac;
using AutoMapper;
using FluentValidation;
using Polly;

public interface ILog
{
    void Log(string s);
}

public class L : ILog, IDisposable
{
    public void Log(string s)
    {
        Console.WriteLine("log " + s);
    }
    public void Dispose()
    {
        Console.WriteLine("disposed");
    }
}

public class Svc
{
    readonly ILog l;
    readonly Func<int, Dep> make;
    public Svc(ILog l, Func<int, Dep> make, IEnumerable<ILog> all, Lazy<ILog> z)
    {
        this.l = l;
        this.make = make;
        Console.WriteLine(all.Count() + " " + z.IsValueCreated);
    }
    public void Run()
    {
        l.Log(make(5).N.ToString());
    }
}

public class Dep
{
    public int N;
    public Dep(int n, ILog l)
    {
        N = n;
    }
}

public class Src
{
    public int Id { get; set; }
    public string FullName { get; set; }
    public Inner In { get; set; }
    public List<Inner> All { get; set; }
}

public class Inner
{
    public double V { get; set; }
}

public class Dst
{
    public string Id { get; set; }
    public string Name { get; set; }
    public double InV { get; set; }
    public InnerD[] All { get; set; }
}

public class InnerD
{
    public decimal V { get; set; }
}

public class V : AbstractValidator<Src>
{
    public V()
    {
        RuleFor(x => x.Id).GreaterThan(0);
        RuleFor(x => x.FullName).NotEmpty().MaximumLength(3).WithMessage("'{PropertyName}' too long: {TotalLength}");
        RuleForEach(x => x.All).ChildRules(i => i.RuleFor(y => y.V).InclusiveBetween(0, 1));
        RuleFor(x => x.In).NotNull().When(x => x.Id > 5);
    }
}

class Wirings
{
    enum S { Off, On, Broken }
    static void Main()
    {
        var b = new ContainerBuilder();
        b.RegisterType<L>().As<ILog>().SingleInstance();
        b.RegisterType<Svc>();
        b.RegisterType<Dep>();
        using (var c = b.Build())
        {
            c.Resolve<Svc>().Run();
            try
            {
                c.Resolve<Wirings>();
            }
            catch (Exception e)
            {
                Console.WriteLine(e.GetType().Name);
            }
        }
        var m = new MapperConfiguration(c => { c.CreateMap<Src, Dst>().ForMember(d => d.Name, o => o.MapFrom(s => s.FullName.ToUpper())); c.CreateMap<Inner, InnerD>(); }).CreateMapper();
        var src = new Src { Id = 7, FullName = "abcd", In = new Inner { V = 1.5 }, All = new List<Inner> { new Inner { V = 2 } } };
        var dst = m.Map<Dst>(src);
        Console.WriteLine(dst.Id + dst.Name + dst.InV + dst.All[0].V);
        foreach (var e in new V().Validate(src).Errors)
            Console.WriteLine(e.PropertyName + ": " + e.ErrorMessage);
        foreach (var e in new V().Validate(new Src()).Errors)
            Console.WriteLine(e.PropertyName + ": " + e.ErrorMessage);
        var sm = new Stateless.StateMachine<S, char>(S.Off);
        sm.Configure(S.Off).Permit('+', S.On);
        sm.Configure(S.On).Permit('-', S.Off).PermitIf('x', S.Broken, () => true).OnEntry(t => Console.WriteLine(t.Source + ">" + t.Destination));
        sm.Fire('+');
        sm.Fire('x');
        Console.WriteLine(sm.State);
        try
        {
            sm.Fire('+');
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        int n = 0;
        Console.WriteLine(Policy.Handle<TimeoutException>().Retry(3, (e, i) => Console.WriteLine("retry " + i)).Execute(() => { if (n++ < 2) throw new TimeoutException(); return n; }));
        var br = Policy.Handle<Exception>().CircuitBreaker(1, TimeSpan.FromMinutes(1));
        try
        {
            br.Execute(() => { throw new Exception("x"); });
        }
        catch (Exception)
        {
        }
        try
        {
            br.Execute(() => { });
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name);
        }
    }
}
