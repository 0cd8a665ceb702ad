// ResourceFiles: ResourceWriter, ResourceReader, ResourceSet and ResourceManager over files; typed values; fall back over cultures.
// args: {folder}
using System;
using System.Collections;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Resources;

class ResourceFiles
{
    static void Main(string[] args)
    {
        string folder = args[0];
        using (ResourceWriter w = new ResourceWriter(Path.Combine(folder, "Words.resources")))
        {
            w.AddResource("hello", "Hello");
            w.AddResource("bye", "Goodbye \u00e9\u20ac");
            w.AddResource("number", 42);
            w.AddResource("real", 1.5);
            w.AddResource("bytes", new byte[] { 1, 2, 3 });
            w.AddResource("flag", true);
            w.AddResource("when", new DateTime(2024, 1, 2));
            w.AddResource("span", TimeSpan.FromMinutes(5));
            w.AddResource("amount", 12.34m);
            w.AddResource("none", (object)null);
            w.AddResource("list", new ArrayList { 1, "two" });
        }
        using (ResourceWriter w = new ResourceWriter(Path.Combine(folder, "Words.de.resources")))
            w.AddResource("hello", "Hallo");
        using (ResourceReader r = new ResourceReader(Path.Combine(folder, "Words.resources")))
        {
            foreach (DictionaryEntry e in r.Cast<DictionaryEntry>().OrderBy(e => (string)e.Key, StringComparer.Ordinal))
                Console.WriteLine("{0} = {1} ({2})", e.Key, e.Value, e.Value == null ? "null" : e.Value.GetType().Name);
            string type;
            byte[] data;
            r.GetResourceData("number", out type, out data);
            Console.WriteLine("{0} {1}", type, BitConverter.ToString(data));
        }
        ResourceManager m = ResourceManager.CreateFileBasedResourceManager("Words", folder, null);
        CultureInfo german = CultureInfo.GetCultureInfo("de-DE");
        Console.WriteLine("{0} {1} {2} {3}", m.GetString("hello", CultureInfo.InvariantCulture), m.GetString("hello", german), m.GetString("bye", german), m.GetString("missing") == null);
        Console.WriteLine("{0} {1}", m.GetObject("number"), ((ArrayList)m.GetObject("list"))[1]);
        m.IgnoreCase = true;
        Console.WriteLine(m.GetString("HELLO", german));
        try
        {
            m.GetString("number");
        }
        catch (SystemException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        ResourceSet set = m.GetResourceSet(german, true, false);
        Console.WriteLine(set == null ? "no set" : set.GetString("hello"));
        m.ReleaseAllResources();
        try
        {
            new ResourceManager("Nope", typeof(ResourceFiles).Assembly).GetString("x");
        }
        catch (MissingManifestResourceException e)
        {
            Console.WriteLine(e.Message.Split('.')[0]);
        }
        try
        {
            new ResourceReader(new MemoryStream(new byte[20]));
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        using (ResourceWriter w = new ResourceWriter(new MemoryStream()))
            try
            {
                w.AddResource("a", 1);
                w.AddResource("A", 2);
            }
            catch (ArgumentException e)
            {
                Console.WriteLine(e.Message);
            }
        Console.WriteLine(typeof(ResourceFiles).Assembly.GetManifestResourceNames().Length);
    }
}
