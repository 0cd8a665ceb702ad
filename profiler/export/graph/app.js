// app.js - the page: which view shows what, and how its parts talk to each other.

const $ = (id) => document.getElementById(id);
const grouped = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
const sum = (column) => column.reduce((total, value) => total + value, 0);
const percent = (share) => (share === 0 ? "0" : (100 * share).toFixed(Math.abs(share) < 0.0995 ? 2 : 1)) + "\u202f%";

function duration(ns) {
    const units = [[1e9, "s"], [1e6, "ms"], [1e3, "\u00b5s"], [1, "ns"]];
    if (!ns) return "0\u202fs";
    const [size, unit] = units.find(([u]) => Math.abs(ns) >= u) || units[3];
    const value = ns / size, digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
    return Number(value.toFixed(digits)) + "\u202f" + unit;
}

function byteCount(bytes) {
    const units = ["B", "KB", "MB", "GB", "TB", "PB"];
    let value = Math.abs(bytes), u = 0;
    for (; u + 1 < units.length && value >= (u ? 999.5 : 1023.5); u++) value /= 1024;
    const digits = u === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return (bytes < 0 ? "-" : "") + Number(value.toFixed(digits)) + "\u202f" + units[u];
}

const VIEWS = ["flame", "icicle", "sandwich", "table", "timeline"];
const HINTS = {
    flame: "click zooms \u00b7 drag pans \u00b7 / searches \u00b7 ? all keys",
    icicle: "click zooms \u00b7 drag pans \u00b7 / searches \u00b7 ? all keys",
    sandwich: "above: callers, below: callees \u00b7 double click moves on \u00b7 ? all keys",
    table: "click a heading to sort \u00b7 double click for callers and callees \u00b7 ? all keys",
    timeline: "Ctrl + wheel zooms \u00b7 double click zooms to a call \u00b7 ? all keys",
};
const LEAST_LOSS = 0.01; // fewer lost samples than this share change no picture: Details tell them, the page does not warn
const TIER_COLORS = [["#c9cdd3", "#7d828b"], ["#f0a08c", "#c97a68"], ["#f3c969", "#c9a44d"], ["#8fc9c4", "#6aa39e"], ["#9db8ea", "#7690c2"]];
const HEAT_COLORS = [["#f4ead2", "#8b8674"], ["#f7dfa6", "#a3905f"], ["#f9cf7e", "#b8934f"], ["#fabb63", "#c98f4a"],
    ["#f9a357", "#d58646"], ["#f58a51", "#db7843"], ["#ee6f4e", "#de6642"], ["#e2544d", "#dd5245"]];

class App {
    constructor(model) {
        this.model = model;
        this.nameOf = (fn) => (fn === NONE ? "all" : model.functions.name[fn] || "(no name)");
        this.addThreadFunctions();
        this.view = "flame";
        this.thread = NONE;
        this.tier = NONE;
        this.metric = model.header.has_time ? "time" : "samples";
        this.color = "module";
        this.order = "weight";
        this.pattern = null;
        this.sandwichFn = NONE;
        this.trees = new Map();
        this.chart = new Chart($("canvas"), {
            hover: (hit, event) => this.showTip(hit, event), click: (hit) => this.clicked(hit),
            open: (hit) => this.opened(hit), moved: () => this.drawCrumbs(),
        });
        this.table = new FunctionTable($("list"), {
            choose: (fn) => this.pickedInTable(fn),
            open: (fn) => this.openSandwich(fn),
        });
        this.chart.labelOf = (band, item) => this.nameOf(band.fn[item]);
        this.fillHeader();
        this.fillTools();
        this.listen();
        this.applyTheme();
    }

    // Functions that no recording has: threads shown as roots, and weight without a stack.
    addThreadFunctions() {
        const f = this.model.functions;
        this.recorded = f.name.length;
        const add = (name) => {
            for (const column of [f.name, f.rawName]) column.push(name);
            for (const column of [f.module, f.file]) column.push("");
            f.line.push(0);
            f.kind.push(3);
            f.color.push(this.model.palette.length - 1);
            return f.name.length - 1;
        };
        this.threadFunctions = this.model.threads.map((thread) => add(thread.name));
        this.threadFunctions.noStack = add("[no stack]");
    }

    // ---- Data of the current choice ----

    current() {
        const choice = this.thread + "/" + this.tier;
        if (!this.trees.has(choice)) {
            const tree = mergedTree(this.model, this.thread, this.tier, this.threadFunctions);
            this.trees.set(choice, { tree, stats: functionStats(tree, this.model.functions.name.length) });
        }
        return this.trees.get(choice);
    }

    total() { return this.current().tree.weights(this.metric).total[0]; }
    weight(value) { return this.model.header.in_bytes ? byteCount(value) : duration(value); } // of the metric "time"
    get counted() { return this.model.header.in_bytes ? "Objects" : "Samples"; }
    amount(value) { return this.metric === "time" ? this.weight(value) : grouped(value); }
    share(value) { return this.total() > 0 ? value / this.total() : 0; }
    statsOf(fn) {
        const s = this.current().stats;
        return { self: (this.metric === "time" ? s.ns : s.samples)[fn], total: (this.metric === "time" ? s.totalNs : s.totalSamples)[fn],
                 selfNs: s.ns[fn], totalNs: s.totalNs[fn], samples: s.totalSamples[fn], selfSamples: s.samples[fn], calls: s.calls[fn],
                 tier: s.tier[fn] };
    }

    // ---- Header ----

    fillHeader() {
        const h = this.model.header, total = this.total();
        const samples = this.current().tree.totalSamples[0];
        const program = visible(h.program) || "Profile";
        document.title = program + " \u2014 samplepoint";
        $("program").textContent = program;
        $("command").textContent = visible(h.command) || visible(h.runtime);
        const facts = h.has_calls && !samples ? [["Calls", grouped(sum(this.model.nodes.calls))]] : [[this.counted, grouped(samples)]];
        if (h.has_time) facts.unshift([h.in_bytes ? "Allocated" : "Time", this.weight(total)]);
        if (h.duration_ns) facts.push(["Recorded for", duration(h.duration_ns)]);
        if (h.interval_ns || h.mean_interval_ns)
            facts.push(["Interval", (h.interval_ns ? duration(h.interval_ns) : "every visit") +
                (h.mean_interval_ns ? " (achieved " + duration(h.mean_interval_ns) + ")" : "")]);
        if (h.in_bytes) facts.push(["A sample every", h.interval_bytes ? byteCount(h.interval_bytes) : "allocation"]);
        else if (h.has_time) facts.push(["Clock", h.clock === 1 ? "CPU" : "wall"]);
        if (h.trigger) facts.push(["Trigger", visible(h.trigger)]);
        fillFacts($("facts"), facts);
        $("warning").textContent = this.warnings(LEAST_LOSS).join("  \u00b7  ");
    }

    // What a reader should know; lost samples only from this share on.
    warnings(leastLoss = 0) {
        const h = this.model.header, p = this.model.pruned, lines = [];
        const lost = h.dropped / (h.dropped + this.current().tree.totalSamples[0]);
        if (h.dropped && lost >= leastLoss) lines.push(grouped(h.dropped) + " samples were lost while recording");
        if (h.truncated) lines.push(grouped(h.truncated) + " samples had deeper stacks than were kept");
        if (p.nodes)
            lines.push("To keep this file small, " + grouped(p.nodes) + " light frames were left out; their weight (" +
                percent(this.share(p.weight)) + ") counts in their callers");
        if (p.samples || p.spans) lines.push("the end of the timeline was cut (" + grouped(p.samples + p.spans) + " entries)");
        return lines;
    }

    aboutFacts() {
        const h = this.model.header, m = this.model;
        const facts = [["Program", visible(h.program)], ["Command", visible(h.command)], ["Runtime", visible(h.runtime)],
            ["Process", h.pid ? String(h.pid) : ""], ["Mode", visible(h.mode)], ["Trigger", visible(h.trigger)],
            ["Counted", h.in_bytes ? "bytes allocated" + (h.interval_bytes ? ", a sample every " + byteCount(h.interval_bytes) : "") : ""],
            ["Clock", h.in_bytes ? "" : h.has_time ? (h.clock === 1 ? "CPU time" : "wall-clock time") : "none: counts only"],
            ["Started", h.start_unix_ns ? new Date(h.start_unix_ns / 1e6).toLocaleString() : ""],
            ["Recorded for", h.duration_ns ? duration(h.duration_ns) : ""],
            ["Interval asked for", h.interval_ns ? duration(h.interval_ns) : h.has_time && !h.in_bytes ? "every visit, or unknown" : ""],
            ["Interval achieved", h.mean_interval_ns ? duration(h.mean_interval_ns) : ""],
            ["Threads", grouped(m.threads.length)], ["Functions", grouped(this.recorded)],
            ["Call tree nodes", grouped(m.nodes.count)], ["Timeline", grouped(m.timeline.time.length) + " entries, " +
                grouped(m.spans.start.length) + " calls" + (h.samples_complete || h.spans_complete ? "" : " (not complete)")]];
        return facts.filter((fact) => fact[1]).concat(this.warnings().map((line) => ["Note", line]));
    }

    // ---- Tools ----

    fillTools() {
        const h = this.model.header;
        const option = (value, text) => { const o = document.createElement("option"); o.value = value; o.textContent = text; return o; };
        const threads = this.model.threads.map((thread, index) => {
            const weights = this.threadWeight(index);
            return { index, weights, text: thread.name + (thread.id ? " (" + thread.id + ")" : "") };
        });
        $("thread").replaceChildren(option(NONE, "All threads" + (threads.length > 1 ? " (" + threads.length + ")" : "")),
            ...threads.map((t) => option(t.index, t.text + " \u2014 " + percent(this.share(t.weights)))));
        const tiers = this.tierWeights();
        $("tier").replaceChildren(option(NONE, "All tiers"),
            ...tiers.map(({ tier, weight }) => option(tier, TIERS[tier] + " \u2014 " + percent(this.share(weight)))));
        $("tierLabel").hidden = tiers.length < 2;
        $("metric").replaceChildren(...(h.has_time ? [option("time", h.in_bytes ? "bytes" : "time")] : []),
            option("samples", this.counted.toLowerCase()));
        $("metricLabel").hidden = !h.has_time || this.current().tree.totalSamples[0] === 0;
    }

    // The tiers that samples ended in, and what they weigh.
    tierWeights() {
        const nodes = this.model.nodes, values = this.metric === "time" ? nodes.ns : nodes.samples;
        const sums = TIERS.map((name, tier) => ({ tier, weight: 0 }));
        for (let i = 0; i < nodes.count; i++)
            if (nodes.parent[i] !== NONE) sums[this.model.frames.tier[nodes.frame[i]]].weight += values[i];
        return sums.filter(({ weight }) => weight > 0);
    }

    threadWeight(thread) {
        const nodes = this.model.nodes, values = this.metric === "time" ? nodes.ns : nodes.samples;
        let sum = 0;
        for (let i = 0; i < nodes.count; i++) if (nodes.thread[i] === thread) sum += values[i];
        return sum;
    }

    listen() {
        for (const button of $("views").children) button.addEventListener("click", () => this.setView(button.dataset.view));
        const change = (id, set) => $(id).addEventListener("change", () => { set($(id).value); this.refresh(); });
        change("thread", (v) => { this.thread = Number(v); });
        change("tier", (v) => { this.tier = Number(v); });
        change("metric", (v) => { this.metric = v; });
        change("order", (v) => { this.order = v; });
        $("color").addEventListener("change", () => { this.color = $("color").value; this.recolor(); });
        $("search").addEventListener("input", () => this.search($("search").value));
        $("themeButton").addEventListener("click", () => this.nextTheme());
        $("helpButton").addEventListener("click", () => $("help").showModal());
        $("aboutButton").addEventListener("click", () => this.showAbout());
        $("copyButton").addEventListener("click", () => this.copyName());
        $("sandwichButton").addEventListener("click", () => this.openSandwich(this.chosenFn));
        $("unchooseButton").addEventListener("click", () => this.choose(NONE, null));
        window.addEventListener("keydown", (event) => this.onKey(event));
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.applyTheme());
    }

    onKey(event) {
        const typing = event.target instanceof HTMLInputElement;
        const find = event.key === "f" && (event.ctrlKey || event.metaKey);
        if (find || (event.key === "/" && !typing)) {
            event.preventDefault();
            $("search").focus();
            $("search").select();
            return;
        }
        if ($("help").open || $("about").open) return;
        if (event.key === "Escape") { this.escape(); return; }
        if (typing && event.key === "Enter") $("canvas").focus();
        if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof HTMLSelectElement && event.key.startsWith("Arrow")) return;
        const action = this.keys()[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    }

    keys() {
        const chart = this.chart, step = chart.viewWidth / 8;
        const scrollTable = (by) => { this.table.rows.scrollTop += by; };
        const vertical = (by) => (this.view === "table" ? scrollTable(by) : chart.panBy(0, by));
        return {
            1: () => this.setView("flame"), 2: () => this.setView("icicle"), 3: () => this.setView("sandwich"),
            4: () => this.setView("table"), 5: () => this.setView("timeline"),
            w: () => chart.zoomBy(0.75), "+": () => chart.zoomBy(0.75), "=": () => chart.zoomBy(0.75),
            s: () => chart.zoomBy(1 / 0.75), "-": () => chart.zoomBy(1 / 0.75),
            a: () => chart.panBy(-step, 0), ArrowLeft: () => chart.panBy(-step, 0),
            d: () => chart.panBy(step, 0), ArrowRight: () => chart.panBy(step, 0),
            ArrowUp: () => vertical(-60), ArrowDown: () => vertical(60),
            c: () => this.copyName(), i: () => this.showAbout(), t: () => this.nextTheme(), "?": () => $("help").showModal(),
        };
    }

    escape() {
        if ($("search").value) {
            $("search").value = "";
            this.search("");
        } else {
            this.choose(NONE, null);
            this.chart.setView(this.chart.start, this.chart.start + this.chart.span, true);
        }
        $("search").blur();
    }

    // ---- Views ----

    setView(view) {
        this.view = view;
        for (const button of $("views").children) button.setAttribute("aria-selected", String(button.dataset.view === view));
        $("list").hidden = view !== "table" && view !== "sandwich";
        $("list").classList.toggle("side", view === "sandwich");
        $("picture").hidden = view === "table";
        this.refresh();
    }

    refresh() {
        const compare = this.order === "weight" ? (total) => (a, b) => total[b] - total[a]
            : () => (a, b) => (this.nameOf(this.current().tree.fn[a]) < this.nameOf(this.current().tree.fn[b]) ? -1 : 1);
        this.compare = compare;
        this.empty("");
        $("hint").textContent = HINTS[this.view];
        this.chart.axis = null;
        this.hideTip();
        this.choose(NONE, null);
        if (this.view === "table") this.showTable();
        else if (this.view === "sandwich") this.showSandwich();
        else if (this.view === "timeline") this.showTimeline();
        else this.showFlame(this.view === "flame");
        this.recolor();
        this.updateMatched();
        this.drawCrumbs();
    }

    empty(text) {
        $("empty").textContent = text;
        $("empty").hidden = !text;
    }

    nothing() {
        const samples = this.current().tree.totalSamples[0];
        return samples > 0 ? "These samples carry no time.\nChoose \u201csamples\u201d as the weight." :
            "0 samples\n\nNothing was recorded: the program ended before the first sample,\nor the filter left no method to sample.";
    }

    showFlame(up) {
        const { tree } = this.current();
        const band = { ...layOutTree(tree, this.metric, this.compare, 0), up };
        this.chart.show(band.span > 0 ? [band] : [], band.span, false);
        $("canvas").setAttribute("aria-label", (up ? "Flame graph of " : "Icicle graph of ") + $("program").textContent);
        if (!(band.span > 0)) this.empty(this.nothing());
    }

    showSandwich() {
        const { tree, stats } = this.current();
        const used = stats.used;
        if (!used.includes(this.sandwichFn)) {
            let best = NONE;
            for (const fn of used) if (best === NONE || this.statsOf(fn).self > this.statsOf(best).self) best = fn;
            this.sandwichFn = best;
        }
        this.showList(true);
        if (this.sandwichFn === NONE || !(this.total() > 0)) {
            this.chart.show([], 1, false);
            this.empty(this.nothing());
            return;
        }
        // Rows 0 and 1 of the callers are the invisible root and the function itself, which the callees show.
        const compareIn = (t) => (this.order === "weight" ? this.compare
            : () => (a, b) => (this.nameOf(t.fn[a]) < this.nameOf(t.fn[b]) ? -1 : 1));
        const above = callersTree(tree, stats, this.sandwichFn), below = calleesTree(tree, stats, this.sandwichFn);
        const callers = { ...layOutTree(above, this.metric, compareIn(above), 2), up: true, title: "Callers" };
        const callees = { ...layOutTree(below, this.metric, compareIn(below), 1), up: false, title: "Callees" };
        this.chart.show([callers, callees], callees.span, false);
        this.table.choose(this.sandwichFn);
    }

    showTimeline() {
        const h = this.model.header;
        if (!this.timeTree) {
            const plain = { ...this.model, header: { ...h, threads_as_roots: 0 } };
            this.timeTree = mergedTree(plain, NONE, NONE, this.threadFunctions);
        }
        const lanes = timeLanes(this.model, this.timeTree, this.thread).filter((lane) => lane.band.left.length);
        if (!lanes.length) {
            this.chart.show([], 1, false);
            this.empty(this.model.timeline.time.length + this.model.spans.start.length
                ? "This thread has no samples in the timeline." : "This profile has no timeline.\n\nIt was read from, or merged into, a form that keeps sums only.");
            return;
        }
        let start = Infinity, end = -Infinity;
        const bands = lanes.map(({ thread, band }) => {
            for (const row of band.rows.slice(0, 1)) {
                start = Math.min(start, band.left[row[0]]);
                end = Math.max(end, band.right[row[row.length - 1]]);
            }
            return { ...band, up: false, thread, title: this.model.threads[thread].name };
        });
        this.chart.axis = (ns) => duration(ns);
        this.chart.show(bands, Math.max(end - start, 1), false, start);
        if (!h.samples_complete && !h.spans_complete) $("hint").textContent = "this timeline is not complete \u00b7 " + HINTS.timeline;
    }

    showTable() { this.showList(false); }

    showList(narrow) {
        const { stats } = this.current(), f = this.model.functions;
        const matched = this.pattern ? stats.used.filter((fn) => this.matches(fn)) : stats.used;
        const weight = (key, title, value) => ({ key, title, value, width: narrow ? "140px" : "190px",
            text: (fn) => (narrow ? "" : this.amount(value(fn))), share: (fn) => this.share(value(fn)) });
        const count = (key, title, column) => ({ key, title, width: "90px", value: (fn) => column[fn], text: (fn) => grouped(column[fn]) });
        const self = weight("self", "Self", (fn) => this.statsOf(fn).self);
        const total = weight("total", "Total", (fn) => this.statsOf(fn).total);
        const name = { key: "name", title: "Function", width: "minmax(0, 1fr)", left: true,
                       text: narrow ? (fn) => shortName(this.nameOf(fn)) : this.nameOf };
        const module = { key: "module", title: "Module", width: "minmax(0, 150px)", left: true, text: (fn) => f.module[fn] };
        const counts = this.model.header.has_calls ? count("calls", "Calls", stats.calls) : count("samples", this.counted, stats.totalSamples);
        this.table.show(narrow ? [total, name] : [self, total, counts, name, module], matched,
                        (fn) => this.swatch(fn), (fn) => f.rawName[fn]);
        if (!narrow && !stats.used.length) this.empty(this.nothing());
    }

    openSandwich(fn) {
        if (fn === NONE || fn === undefined) return;
        this.sandwichFn = fn;
        this.setView("sandwich");
    }

    pickedInTable(fn) {
        if (this.view === "sandwich") { this.sandwichFn = fn; this.showSandwich(); this.recolor(); }
        this.table.choose(fn);
        this.choose(fn, null);
    }

    clicked(hit) {
        if (!hit) { this.choose(NONE, null); return; }
        this.choose(hit.band.fn[hit.item], hit);
        if (this.view === "flame" || this.view === "icicle") this.chart.zoomTo(hit);
        this.drawCrumbs();
    }

    opened(hit) {
        if (this.view === "timeline") this.chart.zoomTo(hit);
        else if (this.view === "sandwich") this.openSandwich(hit.band.fn[hit.item]);
    }

    // The path from the root to the chosen frame, each part a button.
    drawCrumbs() {
        const chosen = this.chart.chosen, place = $("crumbs");
        const band = chosen && chosen.band;
        if (!band || (this.view !== "flame" && this.view !== "icicle") || !this.chart.zoomed) { place.replaceChildren(); return; }
        const path = [];
        for (let i = chosen.item; i !== NONE && path.length < 8; i = band.tree.parent[i]) path.unshift(i);
        place.replaceChildren(...path.map((item) => {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = namePieces(this.nameOf(band.fn[item]))[2] || this.nameOf(band.fn[item]);
            button.addEventListener("click", () => { this.chart.chosen = { band, item }; this.clicked({ band, item }); });
            return button;
        }));
    }

    // ---- Search ----

    matches(fn) {
        return fn !== NONE && (this.pattern.test(this.nameOf(fn)) || this.pattern.test(this.model.functions.rawName[fn]));
    }

    search(text) {
        this.pattern = text ? searchPattern(text) : null;
        if (this.view === "table" || this.view === "sandwich") this.showList(this.view === "sandwich");
        this.recolor();
        this.updateMatched();
    }

    // The weight under matching frames; a match inside a match counts once.
    updateMatched() {
        $("matched").textContent = "";
        if (!this.pattern) return;
        const { tree } = this.current(), total = tree.weights(this.metric).total, hit = this.matchColumn();
        const inside = new Uint8Array(tree.count);
        let sum = 0, functions = 0;
        for (let i = 1; i < tree.count; i++) {
            const over = inside[tree.parent[i]];
            inside[i] = over || hit[tree.fn[i]];
            if (inside[i] && !over) sum += total[i];
        }
        for (const fn of this.current().stats.used) functions += hit[fn];
        $("matched").textContent = percent(this.share(sum)) + " in " + grouped(functions) + (functions === 1 ? " function" : " functions");
    }

    matchColumn() {
        const column = new Uint8Array(this.model.functions.name.length);
        if (this.pattern) for (let fn = 0; fn < column.length; fn++) column[fn] = this.matches(fn) ? 1 : 0;
        return column;
    }

    // ---- Colours ----

    get dark() { return document.documentElement.hasAttribute("data-dark"); }

    swatch(fn) {
        const pick = (pair) => pair[this.dark ? 1 : 0];
        if (fn === NONE) return pick(this.model.palette[this.model.palette.length - 1]);
        if (this.color === "module") return pick(this.model.palette[this.model.functions.color[fn]]);
        if (this.color === "tier") return pick(TIER_COLORS[this.current().stats.tier[fn]]);
        return pick(HEAT_COLORS[this.heatOf(fn)]);
    }

    // Hot is what has a large share of its own, against the hottest function; by square root, so that 1 % can be told from 0.
    heatOf(fn) {
        const self = this.share(this.statsOf(fn).self);
        return self > 0 ? Math.min(HEAT_COLORS.length - 1, Math.ceil((HEAT_COLORS.length - 1) * Math.sqrt(self / this.hottest))) : 0;
    }

    recolor() {
        const { stats } = this.current(), theme = this.chart.theme;
        this.hottest = 0;
        for (const fn of stats.used) this.hottest = Math.max(this.hottest, this.share(this.statsOf(fn).self));
        const hit = this.matchColumn(), fills = [], places = new Map();
        const place = (color) => {
            if (!places.has(color)) { places.set(color, fills.length); fills.push(color); }
            return places.get(color);
        };
        const faded = (color) => place(this.pattern ? mixed(color, theme.chart) : color);
        const root = faded(this.swatch(NONE)), match = place(theme.match);
        const shades = Uint16Array.from(hit, (matched, fn) => (matched ? match : faded(this.swatch(fn))));
        const tiers = TIER_COLORS.map((pair) => faded(pair[this.dark ? 1 : 0]));
        this.chart.setFills(fills);
        if (this.color === "tier")
            this.chart.fillOf = (band, i) => (band.fn[i] === NONE ? root : hit[band.fn[i]] ? match : tiers[band.tier[i]]);
        else this.chart.fillOf = (band, i) => (band.fn[i] === NONE ? root : shades[band.fn[i]]);
        this.chart.inkOf = (band, i) => (hit[band.fn[i]] ? theme.matchInk : this.pattern ? theme.soft : theme.ink);
        this.drawLegend();
        this.table.draw();
        this.chart.paint();
    }

    drawLegend() {
        const pick = (pair) => pair[this.dark ? 1 : 0], palette = this.model.palette;
        const entries = this.color === "tier" ? this.tierWeights().map(({ tier }) => [pick(TIER_COLORS[tier]), TIERS[tier]])
            : this.color === "heat" ? [[pick(HEAT_COLORS[0]), "little time of its own"], [pick(HEAT_COLORS[4]), "some"], [pick(HEAT_COLORS[7]), "the hottest"]]
            : [[pick(palette[3]), "program"], [pick(palette[14]), "class library"], [pick(palette[palette.length - 2]), "native, runtime"]];
        $("legend").replaceChildren(...entries.map(([color, text]) => {
            const entry = document.createElement("span"), box = entry.appendChild(document.createElement("i"));
            box.style.background = color;
            entry.append(text);
            return entry;
        }));
    }

    applyTheme() {
        let wanted = "auto";
        try { wanted = localStorage.getItem("samplepoint-theme") || "auto"; } catch (denied) { /* file: pages may have no storage */ }
        this.themeName = this.themeName || wanted;
        const dark = this.themeName === "dark" || (this.themeName === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
        document.documentElement.toggleAttribute("data-dark", dark);
        $("themeButton").textContent = "Theme: " + this.themeName;
        const style = getComputedStyle(document.documentElement), value = (name) => style.getPropertyValue("--" + name).trim();
        this.chart.theme = { chart: value("chart"), surface: value("surface"), line: value("line"), soft: value("soft"), ink: value("ink"),
            match: value("match"), matchInk: value("match-ink"), outline: value("outline"), sans: value("sans") };
        this.recolor();
    }

    nextTheme() {
        this.themeName = { auto: "light", light: "dark", dark: "auto" }[this.themeName];
        try { localStorage.setItem("samplepoint-theme", this.themeName); } catch (denied) { /* not remembered then */ }
        this.applyTheme();
    }

    // ---- What a frame is ----

    factsOf(fn, hit) {
        const facts = [], f = this.model.functions, header = this.model.header;
        const tree = hit && hit.band.tree;
        const node = hit ? (hit.band.node ? hit.band.node[hit.item] : hit.item) : NONE;
        if (hit && hit.band.node) {
            facts.push(["From", duration(hit.band.left[hit.item] - this.chart.start)], ["Lasts", duration(hit.band.right[hit.item] - hit.band.left[hit.item])]);
        } else if (hit) {
            const weights = tree.weights(this.metric);
            facts.push(["Total", this.amount(weights.total[node]) + "  (" + percent(this.share(weights.total[node])) + ")"]);
            facts.push(["Self", this.amount(weights.self[node]) + "  (" + percent(this.share(weights.self[node])) + ")"]);
            if (this.metric === "time" && tree.totalSamples[node]) facts.push([this.counted, grouped(tree.totalSamples[node])]);
            if (header.has_calls && tree.calls[node]) facts.push(["Calls", grouped(tree.calls[node])]);
            if (tree.tier[node]) facts.push(["Tier", TIERS[tree.tier[node]]]);
        }
        if (fn === NONE) return facts;
        const all = this.statsOf(fn);
        const here = hit && !hit.band.node ? tree.weights(this.metric).total[node] : NONE;
        if (here !== all.total) facts.push([hit ? "In all places" : "Total", this.amount(all.total) + "  (" + percent(this.share(all.total)) + ")"]);
        if (!hit) {
            facts.push(["Self", this.amount(all.self) + "  (" + percent(this.share(all.self)) + ")"]);
            if (all.samples) facts.push([this.counted, grouped(all.samples)]);
            if (header.has_calls) facts.push(["Calls", grouped(all.calls)]);
        }
        if (f.module[fn]) facts.push(["Module", f.module[fn]]);
        if (f.file[fn]) facts.push(["Source", f.file[fn] + (f.line[fn] ? ":" + f.line[fn] : "")]);
        return facts;
    }

    choose(fn, hit) {
        this.chosenFn = fn;
        if (!hit) { this.chart.chosen = null; this.chart.paint(); }
        $("inspector").hidden = fn === NONE;
        if (fn === NONE) return;
        const raw = this.model.functions.rawName[fn];
        $("chosenName").textContent = this.nameOf(fn);
        $("chosenRaw").textContent = raw === this.nameOf(fn) ? "" : raw;
        fillFacts($("chosenFacts"), this.factsOf(fn, hit).filter((fact) => fact[0] !== "Source"));
        const source = this.factsOf(fn, hit).find((fact) => fact[0] === "Source");
        if (source) $("chosenRaw").textContent += ($("chosenRaw").textContent ? "   \u00b7   " : "") + source[1];
    }

    showTip(hit, event) {
        if (!hit) { this.hideTip(); return; }
        const tip = $("tip"), fn = hit.band.fn[hit.item];
        const [name, raw, list] = tip.children;
        name.textContent = this.nameOf(fn);
        raw.textContent = fn === NONE || this.model.functions.rawName[fn] === this.nameOf(fn) ? "" : this.model.functions.rawName[fn];
        fillFacts(list, this.factsOf(fn, hit), true);
        const box = tip.getBoundingClientRect();
        const x = Math.min(event.clientX + 14, window.innerWidth - box.width - 8);
        const below = event.clientY + 18 + box.height < window.innerHeight;
        tip.style.left = Math.max(x, 8) + "px";
        tip.style.top = Math.max(below ? event.clientY + 18 : event.clientY - box.height - 12, 8) + "px";
        tip.style.visibility = "visible";
    }

    hideTip() { $("tip").style.visibility = "hidden"; }

    showAbout() {
        fillFacts($("aboutFacts"), this.aboutFacts(), true);
        $("about").showModal();
    }

    async copyName() {
        if (this.chosenFn === NONE || this.chosenFn === undefined) return;
        const name = this.nameOf(this.chosenFn);
        try {
            await navigator.clipboard.writeText(name);
        } catch (denied) { // some browsers refuse on file: pages
            const field = document.body.appendChild(document.createElement("textarea"));
            field.value = name;
            field.select();
            document.execCommand("copy");
            field.remove();
        }
        $("copyButton").textContent = "Copied";
        setTimeout(() => { $("copyButton").textContent = "Copy name"; }, 1200);
    }
}

// Type.Method(arguments): without the namespace.
function shortName(name) {
    const [, plain, short] = namePieces(name);
    return short + name.slice(plain.length);
}

// Fills a <dl>; `flat` without a <div> around each pair.
function fillFacts(list, facts, flat) {
    list.replaceChildren(...facts.flatMap(([term, text]) => {
        const dt = document.createElement("dt"), dd = document.createElement("dd");
        dt.textContent = term;
        dd.textContent = text;
        if (flat) return [dt, dd];
        const pair = document.createElement("div");
        pair.append(dt, dd);
        return [pair];
    }));
}

// Half-way from one "#rrggbb" colour to another, nearer to the second.
function mixed(from, to) {
    const part = (color, at) => parseInt(color.slice(at, at + 2), 16);
    return "#" + [1, 3, 5].map((at) => Math.round(part(from, at) * 0.42 + part(to, at) * 0.58).toString(16).padStart(2, "0")).join("");
}

readPayload().then((json) => {
    const app = new App(decodeModel(json));
    window.samplepoint = app; // for the console
    app.setView("flame");
    document.documentElement.dataset.ready = "";
}).catch((error) => {
    const message = document.createElement("p");
    message.className = "fatal";
    message.textContent = error.message || String(error);
    document.body.replaceChildren(message);
    console.error(error);
});
