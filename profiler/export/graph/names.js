// names.js - how a name is shortened to fit a box. Shared by the SVG's script and the viewer.

// Where the arguments start and where the last two dots are; dots and parentheses inside <> do not separate.
function namePieces(name) {
    let end = 0, last = 0, before = 0, depth = 0;
    for (; end < name.length && (name[end] !== "(" || end === 0); end++) {
        const c = name[end];
        if (c === "<") depth++;
        else if (c === ">" && depth > 0) depth--;
        else if (c === "." && depth === 0 && end > 0) { before = last; last = end + 1; }
    }
    return [name, name.slice(0, end), name.slice(before, end), name.slice(last, end)];
}

// The whole, without arguments, Type.Method, Method, a piece with an ellipsis, or "" when nothing telling fits.
function fitName(name, width, measure) {
    const pieces = namePieces(name);
    for (const piece of pieces)
        if (piece && measure(piece) <= width) return piece;
    const letters = Array.from(pieces[3] || name);
    let low = 0, high = letters.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (measure(letters.slice(0, middle).join("") + "\u2026") <= width) low = middle;
        else high = middle - 1;
    }
    return low >= 2 ? letters.slice(0, low).join("") + "\u2026" : "";
}

// A regular expression from what was typed; what is no valid one is searched for as it stands. Case matters only when a
// capital letter was typed.
function searchPattern(text) {
    const flags = text === text.toLowerCase() ? "iu" : "u";
    try {
        return new RegExp(text, flags);
    } catch (invalid) {
        return new RegExp(text.replace(/[\\^$.*+?()[\]{}|\/]/g, "\\$&"), flags);
    }
}
