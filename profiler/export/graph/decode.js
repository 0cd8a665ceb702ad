// decode.js - the compressed profile of this page -> columns in typed arrays. The grammar is payload.c's.

const NONE = -1;

async function readPayload() {
    if (typeof DecompressionStream === "undefined")
        throw new Error("This browser cannot unpack the profile (it lacks DecompressionStream). " +
            "Use a current Firefox, Chrome, Edge or Safari, or convert the file with the samplepoint tool.");
    const element = document.getElementById("payload");
    const binary = atob(element.textContent);
    element.textContent = ""; // the text may be tens of megabytes
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(unpacked).text());
}

// What cannot be shown becomes U+FFFD and its number in hexadecimal, as in the SVG; U+FFFD itself too, so that different
// names stay different.
function visible(text) {
    return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]/g, (c, at) =>
        c === "\ufffd" && /^\[x[0-9A-F]{2}\]/.test(text.slice(at + 1, at + 6)) ? c
            : "\ufffd[" + c.charCodeAt(0).toString(16).toUpperCase() + "]");
}

// Undoes the differences between neighbouring entries.
function sums(differences) {
    const values = new Float64Array(differences.length);
    for (let i = 0, sum = 0; i < values.length; i++) values[i] = sum += differences[i];
    return values;
}

function decodeModel(json) {
    if (json.format !== "samplepoint" || json.version !== 1)
        throw new Error("The profile in this page has version " + json.version + "; this viewer reads version 1.");
    const text = json.strings.map(visible);
    const strings = (column) => column.map((index) => text[index]);
    const nodeCount = json.nodes.parent.length;
    const parent = new Int32Array(nodeCount), thread = new Int32Array(nodeCount);
    json.threads.root.forEach((root, index) => { thread[root] = index; });
    for (let i = 0; i < nodeCount; i++) {
        const distance = json.nodes.parent[i];
        parent[i] = distance ? i - distance : NONE;
        if (distance) thread[i] = thread[i - distance];
    }
    return {
        header: json.header, pruned: json.pruned, palette: json.view.palette,
        functions: {
            name: strings(json.functions.name), rawName: strings(json.functions.raw_name),
            module: strings(json.functions.module), file: strings(json.functions.file),
            line: json.functions.start_line, kind: json.functions.kind, color: json.functions.color,
        },
        frames: {
            function: Int32Array.from(json.frames.function), line: Int32Array.from(json.frames.line),
            tier: Uint8Array.from(json.frames.tier),
        },
        threads: json.threads.id.map((id, i) => ({ id, name: text[json.threads.name[i]], root: json.threads.root[i] })),
        nodes: {
            count: nodeCount, parent, thread, frame: Int32Array.from(json.nodes.frame),
            samples: Float64Array.from(json.nodes.samples), ns: Float64Array.from(json.nodes.self_ns),
            calls: Float64Array.from(json.nodes.calls),
        },
        timeline: { time: sums(json.timeline.time), weight: Float64Array.from(json.timeline.weight),
                    node: sums(json.timeline.node) },
        spans: { start: sums(json.spans.start), length: Float64Array.from(json.spans.length), node: sums(json.spans.node) },
    };
}
