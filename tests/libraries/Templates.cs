// Templates: DotLiquid: tags, filters, loops, blocks, own filters and drops, errors, culture.
// references: DotLiquid
using System;
using System.Collections.Generic;
using System.Globalization;
using DotLiquid;
using DotLiquid.NamingConventions;

class Product : Drop
{
    public string Name { get; set; }
    public decimal Price { get; set; }
    public List<string> Tags { get; set; }
}

public static class Filters
{
    public static string Shout(string input, int times = 1) { return input.ToUpperInvariant() + new string('!', times); }
}

class Templates
{
    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Template.NamingConvention = new RubyNamingConvention();
        Template.RegisterFilter(typeof(Filters));
        Hash data = Hash.FromAnonymousObject(new
        {
            title = "shop & more",
            products = new List<Product> { new Product { Name = "Pen", Price = 1.5m, Tags = new List<string> { "a", "b" } }, new Product { Name = "Book", Price = 12, Tags = new List<string>() } },
            numbers = new[] { 3, 1, 2 }, now = new DateTime(2024, 11, 30, 13, 5, 0), nothing = (string)null,
        });
        foreach (string text in new[]
        {
            "Hello {{ title | escape | upcase }}!",
            "{% for p in products %}{{ forloop.index }}/{{ forloop.length }} {{ p.name }}: {{ p.price }}{% if p.tags.size > 0 %} [{{ p.tags | join: ', ' }}]{% else %} none{% endif %}\n{% endfor %}",
            "{% assign x = 5 %}{{ x | plus: 3 | times: 2 | minus: 1 | divided_by: 5 | modulo: 2 }}",
            "{% capture c %}<{{ title | truncate: 7 }}>{% endcapture %}{{ c }}{{ c | size }}",
            "{% case numbers.first %}{% when 1 %}one{% when 3 %}three{% else %}?{% endcase %}",
            "{{ numbers | sort | join: '-' }} {{ numbers | first }} {{ numbers | last }} {{ numbers | size }}",
            "{% unless nothing %}nothing{% endunless %}{{ nothing | default: 'dflt' }}",
            "{{ 'a-b-c' | split: '-' | join: '+' }} {{ 'x' | append: 'y' | prepend: 'z' | replace: 'y', 'w' }} {{ ' trim ' | strip }}|{{ 'abc' | slice: 1, 2 }}",
            "{{ now | date: 'yyyy-MM-dd HH:mm' }} {{ now | date: '%Y' }}",
            "{{ 'hey' | shout: 3 }}",
            "{% cycle 'a', 'b' %}{% cycle 'a', 'b' %}{% increment n %}{% increment n %}{% decrement m %}",
            "{% for i in (1..5) reversed %}{% if i == 2 %}{% break %}{% endif %}{% if i == 4 %}{% continue %}{% endif %}{{ i }}{% endfor %}",
            "{% tablerow i in numbers cols:2 %}{{ i }}{% endtablerow %}",
            "{% raw %}{{ not }}{% endraw %}{% comment %}hidden{% endcomment %}",
            "{% if title contains 'shop' and numbers[1] == 1 or false %}yes{% endif %}",
            "{{ missing.deep.value }}{{ 10 | divided_by: 0 }}{{ 'x' | nofilter }}",
            "{% for i in numbers limit:2 offset:1 %}{{ i }}{% if forloop.last %}.{% endif %}{% endfor %}",
            "{{ 3.14159 | round: 2 }} {{ 4.6 | floor }} {{ 4.2 | ceil }} {{ -5 | abs }}",
        })
            Console.WriteLine(Template.Parse(text).Render(data));
        foreach (string bad in new[] { "{% if %}", "{% nope %}", "{{ a | }}", "{% for x %}{% endfor %}", "{% if a %}" })
            try
            {
                Console.WriteLine(Template.Parse(bad).Render());
            }
            catch (Exception e)
            {
                Console.WriteLine("{0}: {1}", e.GetType().Name, e.Message);
            }
    }
}
