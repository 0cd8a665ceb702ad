// Scripts: Jint: JavaScript's values, closures, classes, generators, regular expressions, JSON, errors; .NET objects in scripts.
// references: Jint Acornima
using System;
using System.Collections.Generic;
using Jint;
using Jint.Native;
using Jint.Runtime;

public class Account
{
    public string Owner { get; set; }
    public decimal Balance { get; private set; }
    public List<string> Log { get; } = new List<string>();
    public void Pay(decimal amount) { Balance += amount; Log.Add("pay " + amount); }
    public string this[int i] => Log[i];
}

class Scripts
{
    static readonly string[] Lines =
    {
        "[1, 2, 3].map(x => x * x).reduce((a, b) => a + b, 0)",
        "var o = { a: 1, b: { c: [1, 'two', null, undefined] } }; JSON.stringify(o)",
        "JSON.parse('{\"x\": [1, 2.5e3, true]}').x[1]",
        "(function () { let n = 0; return { up: () => ++n, get: () => n }; })().up()",
        "class A { constructor(x) { this.x = x; } get twice() { return this.x * 2; } static make() { return new A(21); } } A.make().twice",
        "class B extends A { get twice() { return super.twice + 1; } } new B(4).twice",
        "function* evens(n) { for (let i = 0; i < n; i += 2) yield i; } [...evens(10)].join('-')",
        "var { p, q = 7, ...rest } = { p: 1, r: 2, s: 3 }; `${p} ${q} ${Object.keys(rest)}`",
        "'2024-02-29, 2023-12-31'.replace(/(\\d+)-(\\d+)-(\\d+)/g, '$3.$2.$1')",
        "/(?<word>[a-z]+)\\s+\\k<word>/.exec('it is is').groups.word",
        "try { null.x } catch (e) { e.name + ': ' + (e instanceof TypeError) }",
        "[10, 9, 1].sort() + ' ' + [10, 9, 1].sort((a, b) => a - b)",
        "new Map([['k', 1], ['l', 2]]).size + new Set([1, 1, 2]).size",
        "var s = Symbol('tag'); typeof s + s.toString()",
        "0.1 + 0.2 + ' ' + (1e21 + 1) + ' ' + (-5 % 3) + ' ' + (5 >>> 1) + ' ' + (1 / -0)",
        "parseInt('0x1f') + Number('  12  ') + [] + {}",
        "var t = ''; for (var k in { z: 1, y: 2, 3: 3 }) t += k; t",
        "var big = 2n ** 70n; big.toString()",
        "label: for (let i = 0; ; i++) { for (;;) { if (i > 3) break label; break; } } 'done'",
        "new Proxy({}, { get: (t, n) => 'no ' + n }).thing",
        "Array.from({ length: 3 }, (_, i) => String.fromCharCode(97 + i)).join('')",
        "new Date(Date.UTC(2024, 1, 29, 12)).toISOString()",
    };

    static void Main()
    {
        var engine = new Engine();
        foreach (string line in Lines)
            Console.WriteLine(engine.Evaluate(line));
        var account = new Account { Owner = "Ann" };
        engine.SetValue("account", account).SetValue("say", new Action<object>(Console.WriteLine));
        engine.SetValue("add", new Func<int, int, int>((a, b) => a + b));
        engine.Execute("account.Pay(12.5); account.Pay(add(3, 4)); say(account.Owner + ' ' + account.Balance); say(account[1])");
        engine.Execute("function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }");
        Console.WriteLine(engine.Invoke("fib", 15));
        engine.Execute("var table = {}; for (var i = 0; i < 300; i++) table['key' + i % 50] = (table['key' + i % 50] || 0) + i;");
        Console.WriteLine(engine.Evaluate("table.key7 + Object.keys(table).length").AsNumber());
        try
        {
            engine.Execute("function f() { throw new RangeError('far'); }\nf();");
        }
        catch (JavaScriptException e)
        {
            Console.WriteLine(e.Message + " at line " + e.Location.Start.Line);
        }
        try
        {
            new Engine(o => o.MaxStatements(100)).Execute("for (;;) ;");
        }
        catch (StatementsCountOverflowException e)
        {
            Console.WriteLine(e.Message);
        }
        JsValue later = engine.Evaluate("Promise.resolve(5).then(x => x + 1)").UnwrapIfPromise();
        Console.WriteLine(later);
    }
}
