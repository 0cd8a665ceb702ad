// EventBus: events with accessors of their own, handlers that come and go while one is raised, weak ones, bubbling, undo.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;

class Message : EventArgs { public string Text; public bool Handled; public Message(string text) { Text = text; } }
class Urgent : Message { public int Level; public Urgent(string text, int level) : base(text) { Level = level; } }

class Bus
{
    readonly Dictionary<Type, Delegate> handlers = new Dictionary<Type, Delegate>();
    public int Failures { get; private set; }
    public IDisposable On<T>(Action<object, T> handler) where T : Message
    {
        handlers.TryGetValue(typeof(T), out Delegate old);
        handlers[typeof(T)] = Delegate.Combine(old, handler);
        return new Ending(() => handlers[typeof(T)] = Delegate.Remove(handlers[typeof(T)], handler));
    }
    public void Send<T>(object sender, T message) where T : Message
    {
        for (Type type = message.GetType(); type != typeof(EventArgs); type = type.BaseType)
            if (handlers.TryGetValue(type, out Delegate d) && d != null)
                foreach (Delegate one in d.GetInvocationList())
                    try
                    {
                        one.DynamicInvoke(sender, message);
                        if (message.Handled)
                            return;
                    }
                    catch (TargetInvocationException e)
                    {
                        Failures++;
                        Console.WriteLine("  failed: {0}", e.InnerException.Message);
                    }
    }
    class Ending : IDisposable
    {
        Action end;
        public Ending(Action end) { this.end = end; }
        public void Dispose() { end?.Invoke(); end = null; }
    }
}

class Person : INotifyPropertyChanged, INotifyPropertyChanging
{
    string name;
    int age;
    public event PropertyChangedEventHandler PropertyChanged;
    public event PropertyChangingEventHandler PropertyChanging;
    public string Name { get => name; set => Set(ref name, value); }
    public int Age { get => age; set => Set(ref age, value); }
    void Set<T>(ref T field, T value, [CallerMemberName] string property = null)
    {
        if (EqualityComparer<T>.Default.Equals(field, value))
            return;
        PropertyChanging?.Invoke(this, new PropertyChangingEventArgs(property));
        field = value;
        PropertyChanged?.Invoke(this, new PropertyChangedEventArgs(property));
    }
}

class Button
{
    static readonly object clicked = new object();
    readonly EventHandlerList events = new EventHandlerList();
    public int Handlers;
    public event EventHandler<Message> Clicked
    {
        add { Handlers++; events.AddHandler(clicked, value); }
        remove { Handlers--; events.RemoveHandler(clicked, value); }
    }
    public virtual void Click(string text) => (events[clicked] as EventHandler<Message>)?.Invoke(this, new Message(text));
    public override string ToString() => "Button";
}

class EventBus
{
    static int calls;
    static void Static(object sender, Message m) { calls++; Console.WriteLine("  static {0} {1}", sender, m.Text); }

    static void Main()
    {
        Bus bus = new Bus();
        IDisposable first = bus.On<Message>((s, m) => Console.WriteLine("  any from {0}: {1}", s, m.Text));
        bus.On<Urgent>((s, m) => Console.WriteLine("  urgent {0}", m.Level));
        bus.On<Urgent>((s, m) => { if (m.Level > 2) throw new InvalidOperationException("level " + m.Level); });
        bus.On<Urgent>((s, m) => m.Handled = m.Level == 2);
        for (int level = 1; level < 4; level++)
        {
            Console.WriteLine("level {0}", level);
            bus.Send("main", new Urgent("fire", level));
        }
        first.Dispose();
        first.Dispose();
        bus.Send<Message>(null, new Urgent("last", 1));
        bus.Send(1, new Message("nobody"));
        Console.WriteLine("failures {0}", bus.Failures);

        Button button = new Button();
        EventHandler<Message> self = null;
        self = (s, m) => { Console.WriteLine("  once {0}", m.Text); button.Clicked -= self; button.Clicked += Static; };
        button.Clicked += self;
        button.Click("a");
        button.Click("b");
        button.Clicked -= Static;
        button.Clicked -= Static;
        button.Click("c");
        Console.WriteLine("{0} handlers, {1} calls", button.Handlers, calls);

        Person person = new Person { Name = "Ann" };
        Stack<Action> undo = new Stack<Action>();
        bool undoing = false;
        person.PropertyChanging += (s, e) =>
        {
            if (undoing)
                return;
            PropertyInfo p = s.GetType().GetProperty(e.PropertyName);
            object old = p.GetValue(s);
            undo.Push(() => p.SetValue(s, old));
        };
        person.PropertyChanged += (s, e) => Console.WriteLine("  {0} = {1}", e.PropertyName, typeof(Person).GetProperty(e.PropertyName).GetValue(s) ?? "null");
        person.Age = 30;
        person.Age = 30;
        person.Name = "Bob";
        person.Age++;
        undoing = true;
        while (undo.Count > 0)
            undo.Pop()();
        foreach (EventInfo e in typeof(Person).GetEvents().OrderBy(e => e.Name))
            Console.WriteLine("{0} {1} {2}", e.Name, e.EventHandlerType.Name, e.GetAddMethod());
        EventInfo click = typeof(Button).GetEvent("Clicked");
        Delegate handler = Delegate.CreateDelegate(click.EventHandlerType, typeof(EventBus).GetMethod("Static", BindingFlags.NonPublic | BindingFlags.Static));
        click.AddEventHandler(button, handler);
        button.Click("by reflection");
        click.RemoveEventHandler(button, handler);
        button.Click("none");
        Func<int, int> chain = x => x + 1;
        chain += x => x * 10;
        chain += x => -x;
        Console.WriteLine("{0} {1} {2}", chain(5), string.Join(",", chain.GetInvocationList().Cast<Func<int, int>>().Select(f => f(5))), ((Func<int, int>)Delegate.Remove(chain, chain.GetInvocationList()[2]))(5));
        Action<string> covariant = new Action<object>(o => Console.WriteLine(o.GetType()));
        covariant("text");
        try { covariant += Console.WriteLine; covariant("two"); }
        catch (ArgumentException e) { Console.WriteLine(e.Message.Split('\n')[0]); }
    }
}
