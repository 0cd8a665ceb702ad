#!/usr/bin/env python3
"""Turns the asset files of this folder into C arrays: embed.py OUTPUT.c INPUT...

A line "//@include NAME" in an asset is replaced by the text of the input of that name. The viewer's page is split at its
"@payload" line, because the profile is written there at run time.
"""
import os
import sys


def expand(name, texts, stack=()):
    if name in stack:
        raise SystemExit("embed.py: %s includes itself" % name)
    lines = []
    for line in texts[name].splitlines(keepends=True):
        words = line.split()
        if len(words) == 2 and words[0] == "//@include":
            lines.append(expand(words[1], texts, stack + (name,)))
        else:
            lines.append(line)
    return "".join(lines)


def array(symbol, text):
    data = text.encode("utf-8")
    rows = [", ".join("%d" % (b if b < 128 else b - 256) for b in data[i:i + 24]) for i in range(0, len(data), 24)]
    return "static const char %s_bytes[] = {\n%s};\nconst SpAsset %s = {%s_bytes, %d};\n\n" % (
        symbol, ",\n".join(rows), symbol, symbol, len(data))


def main():
    output, inputs = sys.argv[1], sys.argv[2:]
    texts = {os.path.basename(path): open(path, encoding="utf-8").read() for path in inputs}
    svg_js = expand("svg.js", texts)
    if "]]>" in svg_js or "]]>" in texts["svg.css"] or "<" in texts["svg.css"] or "&" in texts["svg.css"]:
        raise SystemExit("embed.py: the SVG's assets would end their own section")
    page = expand("viewer.html", texts)
    if page.count("\n@payload\n") != 1:
        raise SystemExit("embed.py: viewer.html needs one @payload line")
    head, tail = page.split("\n@payload\n")
    if tail.lower().count("</script") + head.lower().count("</script") != page.lower().count("<script"):
        raise SystemExit("embed.py: a script of the viewer would end early")
    with open(output, "w", encoding="ascii") as out:
        out.write('#include "profiler/export/graph/graph.h"\n\n')
        for symbol, text in (("svg_css", texts["svg.css"]), ("svg_js", svg_js),
                             ("viewer_head", head + "\n"), ("viewer_tail", tail)):
            out.write(array("sp_asset_" + symbol, text))


main()
