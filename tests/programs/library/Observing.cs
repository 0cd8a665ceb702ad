// Observing: ObservableCollection, INotifyPropertyChanged, ReadOnlyObservableCollection, IObservable, event lists, KeyedCollection.
using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;

class Observing
{
    class Model : INotifyPropertyChanged
    {
        int value;
        public event PropertyChangedEventHandler PropertyChanged;
        public int Value
        {
            get { return value; }
            set
            {
                this.value = value;
                PropertyChanged?.Invoke(this, new PropertyChangedEventArgs(nameof(Value)));
            }
        }
    }

    class Source : IObservable<int>
    {
        readonly List<IObserver<int>> observers = new List<IObserver<int>>();

        class Leaving : IDisposable
        {
            public Action Action;
            public void Dispose()
            {
                Action();
            }
        }

        public IDisposable Subscribe(IObserver<int> observer)
        {
            observers.Add(observer);
            return new Leaving { Action = () => observers.Remove(observer) };
        }

        public void Send(int n)
        {
            foreach (IObserver<int> o in observers.ToArray())
                if (n < 0)
                    o.OnError(new Exception("negative"));
                else
                    o.OnNext(n);
        }
    }

    class Printer : IObserver<int>
    {
        public string Name;
        public void OnNext(int v) { Console.Write("{0}:{1} ", Name, v); }
        public void OnError(Exception e) { Console.Write("{0}!{1} ", Name, e.Message); }
        public void OnCompleted() { Console.WriteLine("done"); }
    }

    class ByFirst : KeyedCollection<char, string>
    {
        protected override char GetKeyForItem(string item) { return item[0]; }
    }

    static void Main()
    {
        ObservableCollection<string> c = new ObservableCollection<string> { "start" };
        ((INotifyPropertyChanged)c).PropertyChanged += (s, e) => Console.WriteLine("  property {0}", e.PropertyName);
        c.CollectionChanged += (s, e) => Console.WriteLine("{0} new={1}@{2} old={3}@{4}", e.Action, e.NewItems == null ? "-" : e.NewItems[0], e.NewStartingIndex,
            e.OldItems == null ? "-" : e.OldItems[0], e.OldStartingIndex);
        c.Add("b");
        c.Insert(0, "a");
        c[1] = "changed";
        c.Move(0, 2);
        c.RemoveAt(0);
        ReadOnlyObservableCollection<string> view = new ReadOnlyObservableCollection<string>(c);
        c.Add("late");
        Console.WriteLine(string.Join(",", view));
        try
        {
            ((IList<string>)view).Add("x");
        }
        catch (NotSupportedException e)
        {
            Console.WriteLine(e.Message);
        }
        c.Clear();
        c.CollectionChanged += (s, e) => { if (c.Count < 3) c.Add("again"); };
        c.CollectionChanged += (s, e) => { };
        try
        {
            c.Add("x");
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        Model m = new Model();
        int seen = 0;
        PropertyChangedEventHandler handler = (s, e) => seen += ((Model)s).Value;
        m.PropertyChanged += handler;
        m.PropertyChanged += handler;
        m.Value = 5;
        m.PropertyChanged -= handler;
        m.Value = 7;
        Console.WriteLine(seen);
        Source source = new Source();
        IDisposable first = source.Subscribe(new Printer { Name = "one" });
        source.Subscribe(new Printer { Name = "two" });
        source.Send(1);
        first.Dispose();
        source.Send(2);
        source.Send(-1);
        Console.WriteLine();
        ByFirst keyed = new ByFirst { "apple", "bean" };
        Console.WriteLine("{0} {1} {2}", keyed['b'], keyed.Contains('z'), keyed[0]);
        try
        {
            keyed.Add("avocado");
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        EventHandlerList list = new EventHandlerList();
        object key = new object();
        list.AddHandler(key, (EventHandler)((s, e) => Console.Write("first ")));
        list.AddHandler(key, (EventHandler)((s, e) => Console.WriteLine("second")));
        ((EventHandler)list[key])(null, EventArgs.Empty);
        BindingList<int> binding = new BindingList<int>(new List<int> { 1 });
        binding.ListChanged += (s, e) => Console.Write("{0}@{1} ", e.ListChangedType, e.NewIndex);
        binding.Add(2);
        binding[0] = 9;
        binding.RemoveAt(1);
        Console.WriteLine();
        Progress<int> progress = null;
        Console.WriteLine(progress == null);
    }
}
