// Ledger: money in decimals, transactions that roll back, exceptions with filters, nested finally blocks, aggregates.
using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Runtime.Serialization;

[Serializable]
class LedgerException : Exception
{
    public string Account { get; private set; }
    public LedgerException(string account, string message, Exception inner = null) : base(message, inner)
    {
        Account = account;
        Data["account"] = account;
        HResult = unchecked((int)0x80131500) + account.Length;
    }
    protected LedgerException(SerializationInfo info, StreamingContext context) : base(info, context) { Account = info.GetString("account"); }
    public override void GetObjectData(SerializationInfo info, StreamingContext context) { base.GetObjectData(info, context); info.AddValue("account", Account); }
}

sealed class Overdrawn : LedgerException
{
    public decimal Missing { get; }
    public Overdrawn(string account, decimal missing) : base(account, $"{account} lacks {missing:0.00}") { Missing = missing; }
}

class Book : IDisposable
{
    readonly Dictionary<string, decimal> balances = new Dictionary<string, decimal>(StringComparer.OrdinalIgnoreCase);
    readonly Stack<Action> undo = new Stack<Action>();
    public event Action<string, decimal> Changed = delegate { };

    public decimal this[string account]
    {
        get => balances.TryGetValue(account, out decimal b) ? b : throw new LedgerException(account, "no account " + account);
        private set { balances[account] = value; Changed(account, value); }
    }

    public void Open(string account, decimal start) { balances.Add(account, start); }

    public void Move(string from, string to, decimal amount)
    {
        if (amount <= 0)
            throw new ArgumentOutOfRangeException(nameof(amount), amount, "not positive");
        decimal old = this[from], oldTo = this[to];
        undo.Push(() => { balances[from] = old; balances[to] = oldTo; });
        this[from] = old - amount;
        if (this[from] < 0)
            throw new Overdrawn(from, -this[from]);
        this[to] = oldTo + amount;
    }

    public void Transaction(Action<Book> work)
    {
        undo.Clear();
        bool done = false;
        try
        {
            work(this);
            done = true;
        }
        finally
        {
            try { while (!done && undo.Count > 0) undo.Pop()(); }
            finally { Console.WriteLine(done ? "  kept" : "  rolled back"); }
        }
    }

    public void Dispose() { Console.WriteLine("closed with {0} accounts, {1}", balances.Count, balances.Values.Sum()); }
    public override string ToString() => string.Join(", ", balances.OrderBy(b => b.Key).Select(b => $"{b.Key}={b.Value}"));
}

class Ledger
{
    static int filters;
    static bool Log(Exception e) { filters++; Console.WriteLine("  filter {0} sees {1}", filters, e.Message.Split('\n')[0]); return false; }

    static void Try(Book book, string what, Action<Book> work)
    {
        Console.WriteLine(what);
        try { book.Transaction(work); }
        catch (Exception e) when (Log(e)) { }
        catch (Overdrawn e) when (e.Missing > 100) { Console.WriteLine("  far too much: {0}", e.Missing); }
        catch (LedgerException e) { Console.WriteLine("  {0} [{1}] {2:x8} {3}", e.Message, e.Account, e.HResult, e.Data["account"]); }
        catch (ArgumentException e) { Console.WriteLine("  {0}", e.Message.Replace("\n", " / ")); }
        catch (AggregateException e) { Console.WriteLine("  {0}", string.Join(" + ", e.Flatten().InnerExceptions.Select(i => i.GetType().Name))); }
        Console.WriteLine("  " + book);
    }

    static void Main()
    {
        using (Book book = new Book())
        {
            book.Open("cash", 100.10m);
            book.Open("Bank", 2500m);
            book.Open("food", 0.00m);
            book.Changed += (account, value) => { if (value == 13) throw new LedgerException(account, "unlucky"); };
            Try(book, "fine", b => { b.Move("cash", "FOOD", 33.335m); b.Move("bank", "cash", 1m / 3); });
            Try(book, "overdrawn", b => { b.Move("bank", "cash", 1000); b.Move("cash", "food", 1100.5m); });
            Try(book, "far", b => b.Move("bank", "cash", 99999.999m));
            Try(book, "unknown", b => b.Move("bank", "nowhere", 1));
            Try(book, "negative", b => b.Move("bank", "cash", -1));
            Try(book, "null", b => { try { b.Move(null, "cash", 1); } catch (ArgumentNullException e) { throw new AggregateException("many", e, new AggregateException(new Overdrawn("x", 1), e)); } });
            Try(book, "unlucky", b => { b.Move("cash", "food", 1); b.Move("bank", "food", book["bank"] - 13m); });
            ExceptionDispatchInfo caught = null;
            try { book.Move("cash", "food", decimal.MaxValue); } catch (Exception e) { caught = ExceptionDispatchInfo.Capture(e); }
            try { caught.Throw(); } catch (Exception e) { Console.WriteLine("{0} {1}", e.GetType(), ReferenceEquals(e, caught.SourceException)); }
        }
        Console.WriteLine(Order());
        Console.WriteLine(decimal.Round(2.345m, 2) + " " + Math.Round(2.345m, 2, MidpointRounding.AwayFromZero) + " " + decimal.Multiply(1.10m, 3) + " " + 1m / 3 * 3);
    }

    static string Order()
    {
        List<string> steps = new List<string>();
        for (int i = 0; i < 4; i++)
        {
            try
            {
                try
                {
                    if (i == 1)
                        continue;
                    if (i == 3)
                        return "in time " + string.Join(" ", steps);
                    steps.Add("body" + i);
                    if (i == 2)
                        throw new TimeoutException();
                }
                catch (TimeoutException) { steps.Add("catch"); throw; }
                finally { steps.Add("inner" + i); }
            }
            catch (Exception e) when (Add(steps, "filter") && e is TimeoutException) { steps.Add("outer"); }
            finally { steps.Add("finally" + i); }
        }
        return "late";
    }

    static bool Add(List<string> steps, string step) { steps.Add(step); return true; }
}
