// MarkdownTexts: Markdig: the project's own README and texts of every construct are rendered, with extensions, to HTML and plain text.
// references: Markdig System.Memory Facades/netstandard
using System;
using System.IO;
using System.Linq;
using Markdig;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

class MarkdownTexts
{
    const string Text = @"Title
=====

Some *emphasis*, **strong**, `code`, ~~gone~~, [link](http://a.b ""t""), ![image](x.png), <http://auto.link>, \*escaped\*, &amp; &copy;

## List ##

1. one
2. two
   - nested `x`
   - [ ] task
   - [x] done

> quote
> > deeper

    indented code <b>

```cs
var x = 1 < 2;
```

| a | b |
|---|:-:|
| 1 | 2 |

Term
: Definition

Foot[^1] and H~2~O and 2^10^ ++ins++ ==mark== :smile:

[^1]: The note.

<div class=""raw"">html</div>

[ref]: http://ref.example 'Title'
See [ref] and [missing].
Hard  
break

***

*[HTML]: Hyper Text
HTML is {.class} text
";

    static void Main(string[] args)
    {
        Console.WriteLine(Markdown.ToHtml(Text));
        MarkdownPipeline pipeline = new MarkdownPipelineBuilder().UseAdvancedExtensions().UseEmojiAndSmiley().Build();
        Console.WriteLine(Markdown.ToHtml(Text, pipeline));
        Console.WriteLine(Markdown.ToPlainText(Text, pipeline));
        MarkdownDocument d = Markdown.Parse(Text, pipeline);
        Console.WriteLine(string.Join(",", d.Descendants().GroupBy(n => n.GetType().Name).OrderBy(g => g.Key, StringComparer.Ordinal).Select(g => g.Key + "=" + g.Count())));
        foreach (LinkInline link in d.Descendants().OfType<LinkInline>())
            Console.WriteLine("{0} {1} {2}", link.Url, link.Title, link.IsImage);
        foreach (string file in args)
        {
            string text = File.ReadAllText(file);
            string html = Markdown.ToHtml(text, pipeline);
            Console.WriteLine("{0} {1}", text.Length, html.Length);
            Console.WriteLine(html);
        }
    }
}
