// svg.js - what a flame graph picture can do once scripts run: fill the window, zoom, search, filter by tier, walk by
// keyboard.
// Everything it knows it reads from the picture: the geometry of the rects, the names in the titles.
(function () {
    "use strict";
    //@include names.js
    const svg = document.documentElement;
    if (svg.localName !== "svg") return; // inlined in another page: leave that page alone
    const SVG = "http://www.w3.org/2000/svg", XHTML = "http://www.w3.org/1999/xhtml";
    const MARGIN = 12, DRAWN_WIDTH = 1200, ROW = 18;
    const byId = (id) => document.getElementById(id);
    const number = (element, name) => Number(element.getAttribute(name));
    const make = (parent, name, attributes) => {
        const element = document.createElementNS(SVG, name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        return parent.appendChild(element);
    };

    const pen = document.createElementNS(XHTML, "canvas").getContext("2d");
    pen.font = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
    const measure = (text) => pen.measureText(text).width;

    // Left edge and width as parts of the whole; frames come parents first.
    const frames = Array.from(byId("frames").children, (group) => {
        const [title, rect, text] = group.children;
        const [name, ...details] = title.textContent.split("\n");
        const span = DRAWN_WIDTH - 2 * MARGIN, tier = /\bt(\d)\b/.exec(rect.getAttribute("class"));
        return { tier: tier ? tier[1] : null,
                  group, rect, text, name, details, left: (number(rect, "x") - MARGIN) / span,
                 width: number(rect, "width") / span, y: number(rect, "y"), match: false };
    });
    const height = number(svg, "height");
    const head = byId("head"), detail = byId("detail");
    let view = { left: 0, width: 1, y: Infinity }, chosen = null, pattern = null;

    const EPSILON = 2e-5; // coordinates are rounded to 0.01 px
    const contains = (outer, inner) =>
        outer.left <= inner.left + EPSILON && outer.left + outer.width >= inner.left + inner.width - EPSILON;

    function layOut() {
        const scrollbar = height > window.innerHeight ? 18 : 0;
        const page = Math.max(window.innerWidth - scrollbar, 320), tall = Math.max(height, window.innerHeight);
        svg.setAttribute("width", page);
        svg.setAttribute("height", tall);
        svg.setAttribute("viewBox", "0 0 " + page + " " + tall);
        for (const id of ["page", "headback"]) byId(id).setAttribute("width", page);
        byId("page").setAttribute("height", tall);
        const scale = (page - 2 * MARGIN) / view.width;
        for (const frame of frames) {
            const below = frame.y > view.y; // rows under the zoomed frame: its callers
            const x = (frame.left - view.left) * scale, w = frame.width * scale;
            const visible = below ? contains(frame, view) : x + w > 0.05 && x < page - 2 * MARGIN - 0.05 && w > 0.05;
            frame.group.style.display = visible ? "" : "none";
            if (!visible) continue;
            const left = Math.max(x, 0), right = Math.min(x + w, page - 2 * MARGIN);
            frame.group.classList.toggle("ancestor", below);
            frame.group.classList.toggle("narrow", right - left < 3);
            frame.rect.setAttribute("x", (MARGIN + left).toFixed(2));
            frame.rect.setAttribute("width", Math.max(right - left, 0.1).toFixed(2));
            label(frame, MARGIN + left, right - left);
        }
        placeControls(page);
    }

    function label(frame, x, width) {
        const text = width < 16 ? "" : fitName(frame.name, width - 8, measure);
        if (!frame.text) {
            if (!text) return;
            frame.text = make(frame.group, "text", { y: frame.y + 13 });
        }
        frame.text.setAttribute("x", (x + 4).toFixed(2));
        frame.text.textContent = text;
    }

    function zoom(frame) {
        view = frame && frame.width < 1 - EPSILON ? frame : { left: 0, width: 1, y: Infinity };
        layOut();
        buttons.reset.style.display = view.y === Infinity ? "none" : "";
    }

    function describe(frame) {
        detail.textContent = frame ? frame.name + "  \u2014  " + frame.details.join("  \u00b7  ") : "";
    }

    function choose(frame) {
        if (chosen) chosen.group.classList.remove("chosen");
        chosen = frame;
        if (chosen) chosen.group.classList.add("chosen");
        describe(chosen);
    }

    // The share of the whole under matching frames; a match inside a match counts once.
    function search(text) {
        pattern = text ? searchPattern(text) : null;
        const matched = [];
        for (const frame of frames) {
            frame.match = pattern !== null && pattern.test(frame.name);
            frame.group.classList.toggle("match", frame.match);
            if (frame.match) matched.push(frame);
        }
        matched.sort((a, b) => a.left - b.left || b.width - a.width);
        let sum = 0, end = -1;
        for (const frame of matched) {
            if (frame.left < end - EPSILON) continue;
            sum += frame.width;
            end = frame.left + frame.width;
        }
        buttons.share.textContent = pattern ? (100 * Math.min(sum, 1)).toFixed(1) + " % matched" : "";
    }

    // ---- Tiers: a click on an entry of the legend fades the frames of other tiers, another one shows all ----
    let onlyTier = null;
    function filterByTier(tier) {
        onlyTier = tier === onlyTier ? null : tier;
        for (const frame of frames) frame.group.classList.toggle("off", onlyTier !== null && frame.tier !== null && frame.tier !== onlyTier);
        for (const entry of byId("tiers").children) entry.classList.toggle("off", onlyTier !== null && entry.id !== "tier" + onlyTier);
    }

    // ---- Controls: a search field, the matched share, a reset button ----
    const buttons = {};
    function makeControls() {
        buttons.share = make(head, "text", { class: "soft", id: "share", y: 30, "text-anchor": "end" });
        buttons.reset = make(head, "g", { class: "button", id: "reset" });
        make(buttons.reset, "rect", { width: 92, height: 26, y: 12 });
        make(buttons.reset, "text", { x: 12, y: 29 }).textContent = "Reset zoom";
        buttons.reset.style.display = "none";
        buttons.reset.addEventListener("click", () => zoom(null));
        buttons.box = make(head, "foreignObject", { y: 12, width: 212, height: 30 });
        buttons.field = document.createElementNS(XHTML, "input");
        buttons.field.setAttribute("placeholder", "Search (regular expression)");
        buttons.field.setAttribute("id", "search");
        buttons.field.setAttribute("style", "box-sizing:border-box;width:210px;height:26px;padding:0 9px;border-radius:6px;" +
            "border:1px solid #8f98a5;background:Canvas;color:CanvasText;font:12px system-ui,sans-serif;color-scheme:light dark");
        buttons.field.addEventListener("input", () => search(buttons.field.value));
        buttons.box.appendChild(buttons.field);
    }

    function placeControls(page) {
        buttons.box.setAttribute("x", page - MARGIN - 212);
        buttons.share.setAttribute("x", page - MARGIN - 224);
        buttons.reset.setAttribute("transform", "translate(" + (page - MARGIN - 436) + ",0)");
        if (byId("tiers")) byId("tiers").setAttribute("transform", "translate(" + (page - DRAWN_WIDTH) + ",0)");
    }

    // ---- Keyboard: the arrows walk from the chosen frame to its parent, first child and neighbours ----
    function neighbour(key) {
        if (!chosen) return frames[0];
        const shown = frames.filter((frame) => frame.group.style.display !== "none");
        if (key === "ArrowDown") return shown.find((f) => f.y === chosen.y + ROW && contains(f, chosen));
        if (key === "ArrowUp")
            return shown.filter((f) => f.y === chosen.y - ROW && contains(chosen, f)).sort((a, b) => b.width - a.width)[0];
        const row = shown.filter((f) => f.y === chosen.y).sort((a, b) => a.left - b.left);
        return row[row.indexOf(chosen) + (key === "ArrowRight" ? 1 : -1)];
    }

    function onKey(event) {
        const typing = event.target === buttons.field;
        if ((event.key === "f" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing)) {
            event.preventDefault();
            buttons.field.focus();
            buttons.field.select();
        } else if (event.key === "Escape") {
            buttons.field.value = "";
            buttons.field.blur();
            search("");
            choose(null);
            zoom(null);
        } else if (!typing && event.key.startsWith("Arrow")) {
            event.preventDefault();
            const next = neighbour(event.key);
            if (next) choose(next);
        } else if (!typing && event.key === "Enter" && chosen) {
            zoom(chosen);
        }
    }

    makeControls();
    if (byId("tiers"))
        for (const entry of byId("tiers").children) entry.addEventListener("click", () => filterByTier(entry.id.slice(4)));
    for (const frame of frames) {
        frame.group.addEventListener("mouseenter", () => describe(frame));
        frame.group.addEventListener("click", () => { choose(frame); zoom(frame); });
    }
    byId("frames").addEventListener("mouseleave", () => describe(chosen));
    window.addEventListener("keydown", onKey);
    window.addEventListener("resize", layOut);
    window.addEventListener("scroll", () => head.setAttribute("transform", "translate(0," + window.scrollY + ")"));
    layOut();
    if (height > window.innerHeight) window.scrollTo(0, height); // the root is at the bottom
})();
