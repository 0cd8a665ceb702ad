// Calculator: a small language: tokens, a parser by precedence, a tree with visitors, closures, a stack machine.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

enum T { Number, Name, Op, Open, Close, End }

struct Token
{
    public readonly T Kind; public readonly string Text; public readonly int At;
    public Token(T kind, string text, int at) { Kind = kind; Text = text; At = at; }
    public override string ToString() => $"{Kind}'{Text}'";
}

class SyntaxError : Exception { public SyntaxError(string what, Token at) : base($"{what} at {at.At}: {at}") { } }

abstract class Node { public abstract R Accept<R>(IVisitor<R> v); }
interface IVisitor<out R> { R Number(Number n); R Name(Name n); R Binary(Binary b); R Call(Call c); R Let(Let l); R Lambda(Lambda l); R If(If i); }
class Number : Node { public double Value; public override R Accept<R>(IVisitor<R> v) => v.Number(this); }
class Name : Node { public string Text; public override R Accept<R>(IVisitor<R> v) => v.Name(this); }
class Binary : Node { public string Op; public Node A, B; public override R Accept<R>(IVisitor<R> v) => v.Binary(this); }
class Call : Node { public Node Of; public List<Node> Arguments = new List<Node>(); public override R Accept<R>(IVisitor<R> v) => v.Call(this); }
class Let : Node { public string Name; public Node Value, In; public override R Accept<R>(IVisitor<R> v) => v.Let(this); }
class Lambda : Node { public string[] Names; public Node Body; public override R Accept<R>(IVisitor<R> v) => v.Lambda(this); }
class If : Node { public Node Test, Yes, No; public override R Accept<R>(IVisitor<R> v) => v.If(this); }

class Parser
{
    readonly List<Token> tokens;
    int at;
    static readonly Dictionary<string, (int power, bool right)> powers = new Dictionary<string, (int, bool)>
        { ["<"] = (1, false), ["=="] = (1, false), ["+"] = (2, false), ["-"] = (2, false), ["*"] = (3, false), ["/"] = (3, false), ["%"] = (3, false), ["^"] = (4, true) };

    public Parser(string text) { tokens = Split(text).ToList(); }
    static IEnumerable<Token> Split(string s)
    {
        for (int i = 0; i < s.Length;)
        {
            int start = i;
            if (char.IsWhiteSpace(s[i])) { i++; continue; }
            if (char.IsDigit(s[i])) { while (i < s.Length && (char.IsDigit(s[i]) || s[i] == '.')) i++; yield return new Token(T.Number, s.Substring(start, i - start), start); }
            else if (char.IsLetter(s[i])) { while (i < s.Length && char.IsLetterOrDigit(s[i])) i++; yield return new Token(T.Name, s.Substring(start, i - start), start); }
            else if ("()".Contains(s[i])) yield return new Token(s[i++] == '(' ? T.Open : T.Close, s[start].ToString(), start);
            else { i += i + 1 < s.Length && (s[i + 1] == '=' || s[i + 1] == '>') ? 2 : 1; yield return new Token(T.Op, s.Substring(start, i - start), start); }
        }
        yield return new Token(T.End, "", s.Length);
    }
    Token Next => tokens[at];
    bool Take(string text) { if (Next.Kind == T.End || Next.Text != text) return false; at++; return true; }
    void Need(string text) { if (!Take(text)) throw new SyntaxError("wanted " + text, Next); }
    string NeedName() { string text = Next.Text; if (Next.Kind != T.Name) throw new SyntaxError("wanted a name", Next); at++; return text; }
    public Node All() { Node n = Expression(0); if (Next.Kind != T.End) throw new SyntaxError("more", Next); return n; }

    Node Expression(int least)
    {
        Node left = Unary();
        while (Next.Kind == T.Op && powers.TryGetValue(Next.Text, out var p) && p.power >= least)
        {
            string op = tokens[at++].Text;
            left = new Binary { Op = op, A = left, B = Expression(p.right ? p.power : p.power + 1) };
        }
        return left;
    }
    Node Unary() => Take("-") ? new Binary { Op = "-", A = new Number(), B = Unary() } : Postfix(Primary());
    Node Postfix(Node n)
    {
        while (Take("("))
        {
            Call call = new Call { Of = n };
            while (!Take(")"))
            {
                if (call.Arguments.Count > 0)
                    Need(",");
                call.Arguments.Add(Expression(0));
            }
            n = call;
        }
        return n;
    }
    Node Primary()
    {
        Token t = Next;
        switch (t.Kind)
        {
            case T.Number: at++; return new Number { Value = double.Parse(t.Text, CultureInfo.InvariantCulture) };
            case T.Open: { at++; Node n = Expression(0); Need(")"); return n; }
            case T.Name: break;
            default: throw new SyntaxError("unexpected", t);
        }
        at++;
        switch (t.Text)
        {
            case "let": { Let l = new Let { Name = NeedName() }; Need("="); l.Value = Expression(0); Need("in"); l.In = Expression(0); return l; }
            case "fn": { List<string> names = new List<string> { NeedName() }; while (Take(",")) names.Add(NeedName()); Need("=>"); return new Lambda { Names = names.ToArray(), Body = Expression(0) }; }
            case "if": { If i = new If { Test = Expression(0) }; Need("then"); i.Yes = Expression(0); Need("else"); i.No = Expression(0); return i; }
            default: return new Name { Text = t.Text };
        }
    }
}

class Printer : IVisitor<string>
{
    public string Number(Number n) => n.Value.ToString("R", CultureInfo.InvariantCulture);
    public string Name(Name n) => n.Text;
    public string Binary(Binary b) => $"({b.A.Accept(this)} {b.Op} {b.B.Accept(this)})";
    public string Call(Call c) => $"{c.Of.Accept(this)}[{string.Join(", ", c.Arguments.Select(a => a.Accept(this)))}]";
    public string Let(Let l) => $"let {l.Name} := {l.Value.Accept(this)} in {l.In.Accept(this)}";
    public string Lambda(Lambda l) => $"\\{string.Join(",", l.Names)}. {l.Body.Accept(this)}";
    public string If(If i) => $"{i.Test.Accept(this)} ? {i.Yes.Accept(this)} : {i.No.Accept(this)}";
}

class Scope { public string Name; public object Value; public Scope Outer; public object Find(string name) { for (Scope s = this; s != null; s = s.Outer) if (s.Name == name) return s.Value; throw new KeyNotFoundException("unknown " + name); } }
delegate object Function(object[] arguments);

class Evaluate : IVisitor<object>
{
    public Scope Scope;
    static int depth;
    object With(Scope scope, Node n) { if (++depth > 400) { depth = 0; throw new InvalidOperationException("too deep"); } try { return n.Accept(new Evaluate { Scope = scope }); } finally { depth--; } }
    public object Number(Number n) => n.Value;
    public object Name(Name n) => Scope.Find(n.Text);
    public object Binary(Binary b)
    {
        double x = (double)b.A.Accept(this), y = (double)b.B.Accept(this);
        switch (b.Op) { case "+": return x + y; case "-": return x - y; case "*": return x * y; case "/": return x / y; case "%": return x % y; case "^": return Math.Pow(x, y); case "<": return x < y ? 1.0 : 0.0; default: return x == y ? 1.0 : 0.0; }
    }
    public object Call(Call c) => ((Function)c.Of.Accept(this))(c.Arguments.Select(a => a.Accept(this)).ToArray());
    public object Let(Let l) { Scope s = new Scope { Name = l.Name, Outer = Scope }; s.Value = With(s, l.Value); return With(s, l.In); }
    public object If(If i) => ((double)i.Test.Accept(this) != 0 ? i.Yes : i.No).Accept(this);
    public object Lambda(Lambda l)
    {
        Scope outer = Scope;
        return (Function)(arguments =>
        {
            if (arguments.Length != l.Names.Length)
                throw new ArgumentException($"{arguments.Length} arguments, wanted {l.Names.Length}");
            return With(l.Names.Zip(arguments, (n, v) => (n: n, v: v)).Aggregate(outer, (s, a) => new Scope { Name = a.n, Value = a.v, Outer = s }), l.Body);
        });
    }
}

class Calculator
{
    static void Main()
    {
        Scope library = new Scope { Name = "pi", Value = Math.PI };
        foreach (var f in new Dictionary<string, Func<double, double>> { ["sqrt"] = Math.Sqrt, ["abs"] = Math.Abs, ["floor"] = Math.Floor })
            library = new Scope { Name = f.Key, Outer = library, Value = (Function)(a => f.Value((double)a[0])) };
        foreach (string text in new[] { "1+2*3^2^0.5", "-2^2 - -3", "(1+2)*3 % 4", "sqrt(abs(-16)) / 0", "let x = 5 in let y = x*x in y - x", "let f = fn n => if n < 2 then n else f(n-1)+f(n-2) in f(15)",
            "let twice = fn f => fn x => f(f(x)) in twice(twice(fn x => x*3))(1)", "(fn a, b => a - b)(10, 4)", "(fn a, b => a)(1)", "let f = fn n => f(n) in f(1)", "1 +", "foo", "2(3)", "1 2", "let 3", "f(1,)", "0.1+0.2 == 0.3", "floor(pi*100)/100", "1.2.3" })
        {
            try
            {
                Node tree = new Parser(text).All();
                Console.Write("{0}  ->  ", tree.Accept(new Printer()));
                object value = tree.Accept(new Evaluate { Scope = library });
                Console.WriteLine(value is double d ? d.ToString("R", CultureInfo.InvariantCulture) : value.GetType().Name);
            }
            catch (Exception e) when (!(e is NullReferenceException)) { Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message); }
        }
    }
}
