#!/usr/bin/env python3
"""unicode-data.py - writes the tables of unicode.c, from the Unicode data that Python has.

decompositions[]: characters that have one, in order: code point, 1 for compatibility, where its first step begins in
steps[], and how many characters it has. compositions are the canonical pairs that are not excluded from composition,
as `again` of the row. classes[]: runs of characters of one canonical combining class.
"""
import sys
import unicodedata

FIRST_HANGUL, LAST_HANGUL = 0xac00, 0xd7a3  # computed, not listed


def main():
    rows, steps, classes = [], [], []
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        combining = unicodedata.combining(char)
        if combining:
            if classes and classes[-1][1] == code - 1 and classes[-1][2] == combining:
                classes[-1][1] = code
            else:
                classes.append([code, code, combining])
        mapping = unicodedata.decomposition(char).split()
        if not mapping or FIRST_HANGUL <= code <= LAST_HANGUL:
            continue
        compatible = mapping[0].startswith('<')
        points = [int(point, 16) for point in mapping[compatible:]]
        again = not compatible and unicodedata.normalize('NFC', char) == char and len(points) == 2
        rows.append((code, compatible, again, len(points), len(steps)))
        steps += points
    print('/* Made by unicode-data.py from Unicode %s. */' % unicodedata.unidata_version)
    print('static const Decomposition decompositions[] = {')
    for code, compatible, again, count, start in rows:
        print('    {0x%x, %d, %d, %d, %d},' % (code, compatible, again, count, start))
    print('};\nstatic const uint32_t steps[] = {')
    for i in range(0, len(steps), 12):
        print('    ' + ' '.join('0x%x,' % point for point in steps[i:i + 12]))
    print('};\nstatic const Class classes[] = {')
    for first, last, combining in classes:
        print('    {0x%x, 0x%x, %d},' % (first, last, combining))
    print('};')


main()
