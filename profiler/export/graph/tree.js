// tree.js - call trees made from the profile's nodes: merged, turned around, laid out, and over time. Nothing recurses:
// stacks may be 10^5 deep. Trees are columns; a parent's index is always smaller than its children's.

const TIERS = ["unknown", "interpreter", "jiterpreter", "JIT", "AOT"];

class Tree {
    constructor(capacity) {
        this.count = 0;
        this.parent = new Int32Array(capacity);
        this.fn = new Int32Array(capacity); // index of functions; NONE for the root
        this.tier = new Uint8Array(capacity); // of the heaviest part
        this.depth = new Int32Array(capacity);
        for (const column of ["ns", "samples", "totalNs", "totalSamples", "calls", "tierWeight"])
            this[column] = new Float64Array(capacity);
        let size = 16;
        while (size < capacity * 1.5) size *= 2;
        this.slots = new Int32Array(size); // open addressing, index + 1
        this.add(NONE, NONE);
    }

    add(parent, fn) {
        const i = this.count++;
        this.parent[i] = parent;
        this.fn[i] = fn;
        this.depth[i] = parent === NONE ? 0 : this.depth[parent] + 1;
        return i;
    }

    child(parent, fn) {
        const mask = this.slots.length - 1;
        let s = (Math.imul(parent, 0x9e3779b1) ^ Math.imul(fn + 1, 0x85ebca6b)) >>> 0;
        for (s = (s ^ (s >>> 15)) & mask; this.slots[s]; s = (s + 1) & mask) {
            const i = this.slots[s] - 1;
            if (this.parent[i] === parent && this.fn[i] === fn) return i;
        }
        this.slots[s] = this.count + 1;
        return this.add(parent, fn);
    }

    // Sums children into parents and links them: first child, next sibling.
    finish() {
        this.slots = null;
        this.first = new Int32Array(this.count).fill(NONE);
        this.next = new Int32Array(this.count).fill(NONE);
        for (let i = 0; i < this.count; i++) {
            this.totalNs[i] += this.ns[i];
            this.totalSamples[i] += this.samples[i];
        }
        for (let i = this.count - 1; i > 0; i--) {
            const p = this.parent[i];
            this.totalNs[p] += this.totalNs[i];
            this.totalSamples[p] += this.totalSamples[i];
            this.next[i] = this.first[p];
            this.first[p] = i;
        }
        return this;
    }

    weights(metric) {
        return metric === "time" ? { self: this.ns, total: this.totalNs } : { self: this.samples, total: this.totalSamples };
    }
}

// The nodes below which a sample ended in code of the tier, and their callers.
function nodesOfTier(model, tier) {
    const nodes = model.nodes, wanted = new Uint8Array(nodes.count);
    for (let i = nodes.count - 1; i >= 0; i--) {
        const parent = nodes.parent[i];
        if (parent === NONE) continue;
        if (endsInTier(model, i, tier)) wanted[i] = 1;
        if (wanted[i]) wanted[parent] = 1;
    }
    return wanted;
}

function endsInTier(model, node, tier) {
    return model.frames.tier[model.nodes.frame[node]] === tier && (model.nodes.ns[node] || model.nodes.samples[node]);
}

// The tree of one thread, or of all (thread NONE), of the samples that ended in a tier, or of all (tier NONE). `of` tells
// which of its nodes a node of the profile went to.
function mergedTree(model, thread, tier, threadFunctions) {
    const nodes = model.nodes, frames = model.frames;
    const tree = new Tree(nodes.count + 2 * model.threads.length + 1);
    const of = new Int32Array(nodes.count).fill(NONE);
    const asRoots = model.header.threads_as_roots && thread === NONE;
    const wanted = tier === NONE ? null : nodesOfTier(model, tier);
    for (let i = 0; i < nodes.count; i++) {
        if (thread !== NONE && nodes.thread[i] !== thread) continue;
        if (wanted && !wanted[i]) continue;
        const root = nodes.parent[i] === NONE;
        const fn = root ? NONE : frames.function[nodes.frame[i]];
        const t = root ? (asRoots ? tree.child(0, threadFunctions[nodes.thread[i]]) : 0) : tree.child(of[nodes.parent[i]], fn);
        of[i] = t;
        const counts = !wanted || (!root && endsInTier(model, i, tier));
        const ns = counts ? nodes.ns[i] : 0, samples = counts ? nodes.samples[i] : 0, weight = ns + samples;
        if (root && weight) { // weight without a stack
            const none = tree.child(t, threadFunctions.noStack);
            tree.ns[none] += ns;
            tree.samples[none] += samples;
            continue;
        }
        tree.ns[t] += ns;
        tree.samples[t] += samples;
        if (counts) tree.calls[t] += nodes.calls[i];
        if (!root && weight >= tree.tierWeight[t]) {
            tree.tierWeight[t] = weight;
            tree.tier[t] = frames.tier[nodes.frame[i]];
        }
    }
    tree.finish();
    tree.of = of;
    return tree;
}

// Visits every node, calling enter before and leave after its children.
function walk(tree, enter, leave) {
    let i = 0;
    enter(0);
    for (;;) {
        if (tree.first[i] !== NONE) {
            i = tree.first[i];
            enter(i);
            continue;
        }
        for (;;) {
            leave(i);
            if (i === 0) return;
            if (tree.next[i] !== NONE) break;
            i = tree.parent[i];
        }
        i = tree.next[i];
        enter(i);
    }
}

// Per function: self and inclusive values, a recursive function counted once a stack. outermost[i] is 1 where no ancestor
// of node i runs the same function.
function functionStats(tree, functionCount) {
    const column = () => new Float64Array(functionCount);
    const stats = { ns: column(), samples: column(), totalNs: column(), totalSamples: column(), calls: column(),
                    tier: new Uint8Array(functionCount), outermost: new Uint8Array(tree.count), used: [] };
    const active = new Int32Array(functionCount), seen = new Uint8Array(functionCount), heaviest = column();
    walk(tree, (i) => {
        const fn = tree.fn[i];
        if (fn === NONE) return;
        if (!seen[fn]) { seen[fn] = 1; stats.used.push(fn); }
        stats.ns[fn] += tree.ns[i];
        stats.samples[fn] += tree.samples[i];
        stats.calls[fn] += tree.calls[i];
        if (tree.tierWeight[i] >= heaviest[fn]) { heaviest[fn] = tree.tierWeight[i]; stats.tier[fn] = tree.tier[i]; }
        if (active[fn]++ === 0) {
            stats.outermost[i] = 1;
            stats.totalNs[fn] += tree.totalNs[i];
            stats.totalSamples[fn] += tree.totalSamples[i];
        }
    }, (i) => { if (tree.fn[i] !== NONE) active[tree.fn[i]]--; });
    return stats;
}

// What `fn` calls: the subtrees of its outermost nodes, merged under one node.
function calleesTree(tree, stats, fn) {
    const result = new Tree(tree.count + 1);
    const to = new Int32Array(tree.count).fill(NONE);
    for (let i = 1; i < tree.count; i++) {
        if (tree.fn[i] === fn && stats.outermost[i]) to[i] = result.child(0, fn);
        else if (to[tree.parent[i]] !== NONE) to[i] = result.child(to[tree.parent[i]], tree.fn[i]);
        else continue;
        copyValues(result, to[i], tree, i, tree.ns[i], tree.samples[i]);
    }
    return result.finish();
}

// Who calls `fn`: the paths from its outermost nodes to the root, each carrying that node's inclusive value.
function callersTree(tree, stats, fn) {
    let steps = 1;
    for (let i = 1; i < tree.count; i++)
        if (tree.fn[i] === fn && stats.outermost[i]) steps += tree.depth[i];
    const result = new Tree(Math.min(steps, 4e6) + 1);
    for (let i = 1; i < tree.count; i++) {
        if (tree.fn[i] !== fn || !stats.outermost[i]) continue;
        let at = 0;
        for (let n = i; n > 0 && result.count < 4e6; n = tree.parent[n]) at = result.child(at, tree.fn[n]);
        copyValues(result, at, tree, i, tree.totalNs[i], tree.totalSamples[i]);
    }
    return result.finish();
}

function copyValues(into, to, from, at, ns, samples) {
    into.ns[to] += ns;
    into.samples[to] += samples;
    into.calls[to] += from.calls[at];
    if (from.tierWeight[at] >= into.tierWeight[to]) {
        into.tierWeight[to] = from.tierWeight[at];
        into.tier[to] = from.tier[at];
    }
}

// ---- Layout: items in rows, each row sorted by left edge ----

// The first skippedRows rows are not part of the picture (sandwich).
function layOutTree(tree, metric, compare, skippedRows) {
    const total = tree.weights(metric).total;
    const left = new Float64Array(tree.count), right = new Float64Array(tree.count);
    const rows = [];
    right[0] = total[0];
    for (let row = total[0] > 0 ? [0] : []; row.length;) {
        rows.push(Int32Array.from(row));
        const below = [];
        for (const i of row) {
            let edge = left[i];
            const children = [];
            for (let c = tree.first[i]; c !== NONE; c = tree.next[c]) if (total[c] > 0) children.push(c);
            if (children.length > 1) children.sort(compare(total));
            for (const c of children) {
                left[c] = edge;
                right[c] = edge += total[c];
                below.push(c);
            }
        }
        row = below;
    }
    rows.splice(0, skippedRows);
    return { rows, left, right, fn: tree.fn, tier: tree.tier, node: null, tree, span: total[0] };
}

// ---- Time: bars per thread; neighbouring samples that share a frame on the same path share its bar ----

class Column {
    constructor(Type) { this.values = new Type(1024); this.length = 0; }
    push(value) {
        if (this.length === this.values.length) {
            const larger = new this.values.constructor(this.length * 2);
            larger.set(this.values);
            this.values = larger;
        }
        this.values[this.length++] = value;
    }
}

class Lane {
    constructor() {
        this.left = new Column(Float64Array);
        this.right = new Column(Float64Array);
        this.node = new Column(Int32Array);
        this.rows = [];
        this.open = []; // by depth below the root: { node, item }
        this.end = -Infinity;
    }

    bar(node, depth, from, to) {
        const item = this.left.length;
        this.left.push(from);
        this.right.push(to);
        this.node.push(node);
        while (this.rows.length <= depth) this.rows.push(new Column(Int32Array));
        this.rows[depth].push(item);
        return item;
    }

    closeDownTo(depth) {
        while (this.open.length > depth) this.right.values[this.open.pop().item] = this.end;
    }

    sample(tree, node, from, to) {
        if (from > this.end + 1000) this.closeDownTo(0); // nothing is known about the time between
        const path = [];
        let i = node;
        for (; i > 0; i = tree.parent[i]) {
            const depth = tree.depth[i] - 1;
            if (depth < this.open.length && this.open[depth].node === i) break;
            path.push(i);
        }
        this.closeDownTo(i > 0 ? tree.depth[i] : 0);
        const start = Math.max(from, this.end);
        while (path.length) {
            const n = path.pop();
            this.open.push({ node: n, item: this.bar(n, tree.depth[n] - 1, start, to) });
        }
        this.end = to;
    }

    finish(tree) {
        this.closeDownTo(0);
        const node = this.node.values.subarray(0, this.node.length);
        const fn = new Int32Array(node.length), tier = new Uint8Array(node.length);
        for (let i = 0; i < node.length; i++) { fn[i] = tree.fn[node[i]]; tier[i] = tree.tier[node[i]]; }
        return { rows: this.rows.map((row) => row.values.subarray(0, row.length)), left: this.left.values,
                 right: this.right.values, fn, tier, node, tree };
    }
}

// One lane per thread that has entries; `tree` is the tree of all threads, without thread roots.
function timeLanes(model, tree, onlyThread) {
    const lanes = new Map();
    const laneOf = (node) => {
        const thread = model.nodes.thread[node];
        if (onlyThread !== NONE && thread !== onlyThread) return null;
        if (!lanes.has(thread)) lanes.set(thread, new Lane());
        return lanes.get(thread);
    };
    const { start, length, node: spanNode } = model.spans;
    const { time, weight, node: sampleNode } = model.timeline;
    for (let i = 0; i < start.length; i++) {
        const t = tree.of[spanNode[i]], lane = laneOf(spanNode[i]);
        if (lane && t > 0) lane.bar(t, tree.depth[t] - 1, start[i], start[i] + length[i]);
    }
    for (let i = 0; start.length === 0 && i < time.length; i++) {
        const lane = laneOf(sampleNode[i]);
        if (lane) lane.sample(tree, tree.of[sampleNode[i]], time[i] - weight[i], time[i]);
    }
    return [...lanes].sort((a, b) => a[0] - b[0]).map(([thread, lane]) => ({ thread, band: lane.finish(tree) }));
}
