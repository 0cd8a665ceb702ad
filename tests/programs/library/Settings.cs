// Settings: ConfigurationManager over the program's configuration file: settings, connection strings, own sections.
// references: System.Configuration
// args: {folder}
using System;
using System.Configuration;
using System.IO;

public class OwnSection : ConfigurationSection
{
    [ConfigurationProperty("size", DefaultValue = 5)]
    [IntegerValidator(MinValue = 1, MaxValue = 10)]
    public int Size { get { return (int)this["size"]; } set { this["size"] = value; } }

    [ConfigurationProperty("name", IsRequired = true)]
    public string Name { get { return (string)this["name"]; } }
}

class Settings
{
    static void Main(string[] args)
    {
        string file = Path.Combine(args[0], "app.config");
        File.WriteAllText(file, @"<configuration><configSections><section name='own' type='OwnSection, Settings'/></configSections>
<appSettings><add key='color' value='red'/><add key='size' value='10'/><add key='gone' value='x'/><remove key='gone'/></appSettings>
<connectionStrings><add name='main' connectionString='server=x' providerName='p'/></connectionStrings><own name='me' size='7'/></configuration>");
        Configuration c = ConfigurationManager.OpenMappedExeConfiguration(new ExeConfigurationFileMap { ExeConfigFilename = file }, ConfigurationUserLevel.None);
        foreach (string key in c.AppSettings.Settings.AllKeys)
            Console.WriteLine("{0}={1}", key, c.AppSettings.Settings[key].Value);
        Console.WriteLine(c.ConnectionStrings.ConnectionStrings["main"].ConnectionString);
        OwnSection own = (OwnSection)c.GetSection("own");
        Console.WriteLine("{0} {1}", own.Name, own.Size);
        c.AppSettings.Settings.Add("added", "1");
        c.AppSettings.Settings["color"].Value = "blue";
        c.Save();
        Console.WriteLine(File.ReadAllText(file).Contains("blue"));
        Console.WriteLine(ConfigurationManager.AppSettings["color"] ?? "none");
        Console.WriteLine(ConfigurationManager.AppSettings.Count);
        try
        {
            own.Size = 50;
        }
        catch (ConfigurationErrorsException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
    }
}
