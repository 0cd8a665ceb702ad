// SampleTests: a test assembly for NUnit's runners: cases, sources, set-up, ranges, failures, ignores, async, constraints.
// references: nunit.framework
// library
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using NUnit.Framework;

[TestFixture]
public class Arithmetic
{
    int setups;

    [OneTimeSetUp] public void Once() { TestContext.WriteLine("once"); }
    [SetUp] public void Before() { setups++; }
    [TearDown] public void After() { }
    [Test] public void Adds() { Assert.That(1 + 1, Is.EqualTo(2)); }
    [TestCase(1, 2, 3)]
    [TestCase(-1, 1, 0)]
    [TestCase(2, 2, 5)]
    public void AddsCases(int a, int b, int sum) { Assert.AreEqual(sum, a + b); }
    [TestCase(6, 2, ExpectedResult = 3)] public int Divides(int a, int b) { return a / b; }
    [Test] public void Throws() { Assert.Throws<DivideByZeroException>(() => Divides(1, setups - setups)); }
    [Test] public void Fails() { Assert.That(new[] { 1, 2, 3 }, Is.EquivalentTo(new[] { 3, 2 }), "lists differ"); }
    [Test] public void Breaks() { throw new InvalidOperationException("broken"); }
    [Test, Ignore("not now")] public void Ignored() { }
    [Test] public void Inconclusive() { Assume.That(false); }
    [Test] public async Task Waits() { await Task.Yield(); Assert.Pass("after a while"); }
    [Test] public void Near() { Assert.That(0.1 + 0.2, Is.EqualTo(0.3).Within(1e-9)); }
    [Test] public void Multiple()
    {
        Assert.Multiple(() =>
        {
            Assert.That("text", Does.StartWith("t").And.EndsWith("x"));
            Assert.That(5, Is.InRange(1, 3));
        });
    }
    [Test, Combinatorial] public void Combined([Values(1, 2)] int a, [Values("x", "y")] string b) { Assert.That(a, Is.LessThan(3)); }
    [Test] public void Ranged([Range(0, 6, 2)] int n) { Assert.That(n % 2, Is.Zero); }
    static IEnumerable<TestCaseData> Source() { yield return new TestCaseData("abc").Returns(3).SetName("Three"); yield return new TestCaseData("").Returns(1).SetName("Wrong"); }
    [TestCaseSource(nameof(Source))] public int Lengths(string s) { return s.Length; }
    [Test, Category("slow"), Repeat(3)] public void Repeated() { Assert.That(setups, Is.GreaterThan(0)); }
}

[TestFixture(typeof(List<int>))]
[TestFixture(typeof(LinkedList<int>))]
public class Collections<T> where T : ICollection<int>, new()
{
    [Test] public void Contains() { T c = new T { 5 }; Assert.That(c, Has.Member(5).And.Count.EqualTo(1)); }
    [Test] public void Unequal() { Assert.That(new T(), Is.Not.Empty); }
}

public class Context
{
    [Test] public void Name() { Assert.That(TestContext.CurrentContext.Test.Name, Is.EqualTo("Name")); }
    [Test, Explicit] public void OnDemand() { Assert.Fail(); }
    [Test] public void Warns() { Assert.Warn("careful"); }
}
