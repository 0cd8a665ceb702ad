// html.mjs - the HTML viewer in Chromium: every view, search, threads, themes, keyboard, hostile names, large profiles.
import { HOSTILE_NAMES, equal, escapeRegex, near, ok, profiles, run, screenshot, structureOf, test, urlOf, withPage } from "./harness.mjs";

async function open(page, name) {
    await page.goto(urlOf(name + ".html"));
    await page.waitForSelector("html[data-ready]");
}
const text = (page, id) => page.evaluate((i) => document.getElementById(i).textContent, id);
const settle = (page) => page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 260)));
// Middle of the box of the n-th item that shows the function, in page coordinates.
const place = (page, name, n = 0) => page.evaluate(([wanted, index]) => {
    const chart = window.samplepoint.chart, r = chart.canvas.getBoundingClientRect();
    for (const band of chart.bands)
        for (let row = 0; row < band.rows.length; row++)
            for (const i of band.rows[row]) {
                if (window.samplepoint.nameOf(band.fn[i]) !== wanted || index-- > 0) continue;
                const scale = chart.viewWidth / (chart.x1 - chart.x0);
                const from = Math.max((band.left[i] - chart.x0) * scale, 0), to = Math.min((band.right[i] - chart.x0) * scale, chart.viewWidth);
                return { x: r.x + (from + to) / 2, y: r.y + chart.rowTop(band, row) + chart.row / 2, width: to - from };
            }
    return null;
}, [name, n]);
const bars = (page, name) => page.evaluate((wanted) => {
    const found = [];
    for (const band of window.samplepoint.chart.bands)
        for (const row of band.rows)
            for (const i of row) if (window.samplepoint.nameOf(band.fn[i]) === wanted) found.push([band.left[i], band.right[i]]);
    return found;
}, name);
const total = (page) => page.evaluate(() => window.samplepoint.total());
const VIEWS = ["flame", "icicle", "sandwich", "table", "timeline"];

test("each view shows the profile, in both themes", async () => {
    for (const colorScheme of ["light", "dark"])
        await withPage({ colorScheme }, async (page) => {
            await open(page, "program");
            equal(await text(page, "program"), "acme.exe");
            for (const [index, view] of VIEWS.entries()) {
                await page.keyboard.press(String(index + 1));
                await settle(page);
                equal(await page.getAttribute(`[data-view=${view}]`, "aria-selected"), "true", view + " is selected");
                if (view === "table") ok(await page.locator(".row:visible").count() >= 15, "rows");
                else ok(await page.evaluate(() => window.samplepoint.chart.boxes) > 5, view + " draws boxes");
                await screenshot(page, `html-${view}-${colorScheme}`);
            }
        });
});

test("boxes of flame and icicle add up to the profile", () => withPage({}, async (page) => {
    await open(page, "program");
    for (const key of ["1", "2"]) {
        await page.keyboard.press(key);
        const wrong = await page.evaluate(() => {
            const [band] = window.samplepoint.chart.bands, { tree, left, right, rows } = band;
            const errors = [];
            if (right[0] - left[0] !== tree.totalNs[0]) errors.push("root");
            for (const row of rows)
                for (const i of row) {
                    const p = tree.parent[i];
                    if (Math.abs(right[i] - left[i] - tree.totalNs[i]) > 1) errors.push("width of " + i);
                    if (p >= 0 && (left[i] < left[p] || right[i] > right[p] + 1)) errors.push("place of " + i);
                }
            return errors;
        });
        equal(wrong, [], "view " + key);
    }
}));

test("tooltip tells name, raw name, place, weights and tier", () => withPage({}, async (page) => {
    await open(page, "program");
    const at = await place(page, "Acme.Compiler.Emitter.WriteMethod.lambda#0(Acme.Bound.Method)");
    await page.mouse.move(at.x, at.y);
    const tip = await page.innerText("#tip");
    for (const part of ["Acme.Compiler.Emitter.WriteMethod.lambda#0(Acme.Bound.Method)",
        "Acme.Compiler.Emitter/<>c:<WriteMethod>b__4_0 (Acme.Bound.Method)", "src/Compiler/Emitter.cs:77", "jiterpreter", "Self", "Total", "Samples"])
        ok(tip.includes(part), `the tooltip lacks "${part}": ${tip}`);
    equal(await page.evaluate(() => document.getElementById("tip").style.visibility), "visible");
    await screenshot(page, "html-tooltip");
}));

test("a click zooms and chooses, crumbs and Esc lead back, c copies", () => withPage({}, async (page) => {
    await open(page, "program");
    const before = await place(page, "Acme.Compiler.Parser.ParseUnit()");
    await page.mouse.click(before.x, before.y);
    await settle(page);
    const zoomed = await place(page, "Acme.Compiler.Parser.ParseUnit()");
    ok(zoomed.width > 3 * before.width, "the frame grew");
    equal(await text(page, "chosenName"), "Acme.Compiler.Parser.ParseUnit()");
    ok((await page.innerText("#crumbs")).includes("Driver.Run"), "crumbs: " + await page.innerText("#crumbs"));
    await page.keyboard.press("c");
    await page.waitForFunction(() => document.getElementById("copyButton").textContent === "Copied");
    await screenshot(page, "html-zoom");
    await page.keyboard.press("Escape");
    await settle(page);
    near((await place(page, "Acme.Compiler.Parser.ParseUnit()")).width, before.width, 1, "width after Esc");
    ok(await page.locator("#inspector").isHidden(), "nothing is chosen any more");
}));

test("w s a d, arrows, wheel and drag move", () => withPage({}, async (page) => {
    await open(page, "program");
    const view = () => page.evaluate(() => { const c = window.samplepoint.chart; return [c.x0 / c.span, c.x1 / c.span]; });
    await page.keyboard.press("w");
    let [a, b] = await view();
    near(b - a, 0.75, 0.001, "zoomed in");
    await page.keyboard.press("d");
    ok((await view())[0] > a, "moved right");
    await page.keyboard.press("ArrowLeft");
    near((await view())[0], a, 1e-6, "moved back");
    await page.keyboard.press("s");
    near((await view())[1], 1, 1e-6, "zoomed out");
    await page.mouse.move(700, 500);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -300);
    await page.keyboard.up("Control");
    await page.waitForFunction(() => window.samplepoint.chart.zoomed);
    [a, b] = await view();
    await page.mouse.down();
    await page.mouse.move(500, 500, { steps: 4 });
    await page.mouse.up();
    ok((await view())[0] > a, "dragging pans");
    equal(await page.locator("#inspector").isHidden(), true, "a drag is no click");
}));

test("search says the share, marks, filters the table, and takes anything typed", () => withPage({}, async (page) => {
    await open(page, "program");
    await page.keyboard.press("/");
    await page.keyboard.type("^Acme\\.Compiler\\.Driver");
    const share = await page.evaluate(() => {
        const app = window.samplepoint, fn = app.model.functions.name.indexOf("Acme.Compiler.Driver.Run(Acme.Options)");
        return 100 * app.share(app.statsOf(fn).total);
    });
    near(parseFloat(await text(page, "matched")), share, 0.06, "matched share");
    ok((await text(page, "matched")).includes("in 1 function"), await text(page, "matched"));
    await page.fill("#search", "PARSEEXPRESSION");
    ok((await text(page, "matched")).includes("0\u202f% in 0"), "capital letters match capitals only: " + await text(page, "matched"));
    await page.fill("#search", "parseexpression");
    await settle(page);
    await screenshot(page, "html-search");
    ok((await text(page, "matched")).includes("in 1 function"), "small letters match all");
    await page.keyboard.press("Enter");
    await page.keyboard.press("4");
    equal(await page.locator(".row:visible").count(), 1, "rows of the filtered table");
    await page.fill("#search", "a(b["); // no regular expression: taken as it stands
    equal(await page.locator(".row:visible").count(), 0);
    await page.keyboard.press("Escape");
    equal(await text(page, "matched"), "");
}));

test("table sorts by each column and leads to the sandwich", () => withPage({}, async (page) => {
    await open(page, "program");
    await page.keyboard.press("4");
    const first = async () => (await page.locator(".row:visible .name").allInnerTexts())[0].trim();
    equal(await first(), "Acme.Compiler.Parser.ParseExpression(int)", "most self time");
    await page.click("[data-column=total]");
    equal(await first(), "Acme.Program.Main(string[])", "most total time");
    await page.click("[data-column=total]");
    equal(await first(), "[gap]", "least total time");
    await page.click("[data-column=name]");
    equal(await first(), "Acme.Cache.Worker.Sweep()", "first name");
    const sums = await page.evaluate(() => {
        const app = window.samplepoint;
        return { self: app.table.order.reduce((sum, fn) => sum + app.statsOf(fn).self, 0), total: app.total(),
                 worst: Math.max(...app.table.order.map((fn) => app.statsOf(fn).total)) };
    });
    near(sums.self, sums.total, 1, "self times add up");
    ok(sums.worst <= sums.total, "no function has more than everything");
    await page.locator(".row:visible").first().dblclick();
    equal(await page.getAttribute("[data-view=sandwich]", "aria-selected"), "true");
    await settle(page);
    const bands = await page.evaluate(() => window.samplepoint.chart.bands.map((b) => [b.title, b.rows.length]));
    equal(bands, [["Callers", 1], ["Callees", 3]], "sandwich of the sweeper");
}));

test("r02 sandwich and shares count a recursive function once a stack", () => withPage({}, async (page) => {
    await open(page, "program");
    const numbers = await page.evaluate(() => {
        const app = window.samplepoint, fn = app.model.functions.name.indexOf("Acme.Compiler.Parser.ParseExpression(int)");
        app.openSandwich(fn);
        const [callers, callees] = app.chart.bands;
        const width = (band) => Array.from(band.rows[0] || []).reduce((sum, i) => sum + band.right[i] - band.left[i], 0);
        return { total: app.statsOf(fn).total, callees: width(callees), callers: width(callers), parent: app.nameOf(callers.fn[callers.rows[0][0]]) };
    });
    near(numbers.callees, numbers.total, 1, "callees");
    near(numbers.callers, numbers.total, 1, "callers");
    equal(numbers.parent, "Acme.Compiler.Parser.ParseUnit()", "no caller but the outer one");
}));

test("r87 all threads are the sum of each", () => withPage({}, async (page) => {
    await open(page, "program");
    const all = await total(page), options = await page.locator("#thread option").allInnerTexts();
    equal(options.length, 4, "threads to choose from");
    ok(options[0].startsWith("All threads"), options[0]);
    let sum = 0;
    for (const thread of ["0", "1", "2"]) {
        await page.selectOption("#thread", thread);
        sum += await total(page);
    }
    near(sum, all, 1, "sum of the threads");
    await page.selectOption("#thread", "1");
    ok(await place(page, "Acme.Cache.Worker.Sweep()"), "the thread's own frames");
    equal(await place(page, "Acme.Program.Main(string[])"), null, "frames of another thread");
    await page.selectOption("#metric", "samples");
    equal(await total(page), 1360, "samples of the thread");
}));

test("r78 r79 timeline merges what goes on and keeps apart what stopped between", () => withPage({}, async (page) => {
    await open(page, "phases");
    await page.keyboard.press("5");
    equal(await bars(page, "Main()"), [[0, 7e9]], "Main");
    equal(await bars(page, "A()"), [[0, 5e9], [6e9, 7e9]], "A");
    equal((await bars(page, "X()")).length, 17, "X");
    await page.keyboard.press("1");
    equal((await bars(page, "A()")).length, 1, "A in the flame graph");
    await settle(page);
    await page.keyboard.press("5");
    await settle(page);
    const at = await place(page, "A()", 1);
    await page.mouse.dblclick(at.x, at.y);
    await settle(page);
    near((await place(page, "A()", 1)).width, 1416, 4, "double click zooms to the call");
}));

test("timeline of calls has a bar a call", () => withPage({}, async (page) => {
    await open(page, "calls");
    await page.keyboard.press("5");
    equal([(await bars(page, "Calls.Main()")).length, (await bars(page, "Calls.Work(int)")).length, (await bars(page, "Calls.Leaf()")).length],
        [1, 20, 40], "bars");
    await settle(page);
    await screenshot(page, "html-calls");
    await page.keyboard.press("4");
    equal((await page.locator("[data-column=calls]").count()), 1, "a column of call counts");
}));

test("theme, colours and dialogs", () => withPage({}, async (page) => {
    await open(page, "program");
    const dark = () => page.evaluate(() => document.documentElement.hasAttribute("data-dark"));
    equal(await dark(), false);
    await page.keyboard.press("t");
    await page.keyboard.press("t");
    equal(await dark(), true, "light, then dark");
    for (const color of ["tier", "heat", "module"]) {
        await page.selectOption("#color", color);
        await settle(page);
        await screenshot(page, "html-color-" + color);
    }
    await page.keyboard.press("?");
    ok(await page.locator("#help").isVisible(), "help opens");
    await page.keyboard.press("Escape");
    await page.keyboard.press("i");
    const about = await page.innerText("#about");
    for (const part of ["mono --profile=browser:sampleIntervalMs=1 acme.exe build \"My Project\" --release", "Mono 6.8.0.105 JIT", "timer", "4711"])
        ok(about.includes(part), `the details lack "${part}": ${about}`);
    await screenshot(page, "html-details");
}));

test("a profile without time shows samples, and what was lost is said", () => withPage({}, async (page) => {
    await open(page, "counts");
    equal(await total(page), 100, "samples");
    ok(await page.locator("#metric").isHidden(), "no choice of weight");
    const warning = await text(page, "warning");
    ok(warning.includes("5 samples were lost") && warning.includes("123 light frames were left out"), warning);
    await page.keyboard.press("5");
    ok((await text(page, "empty")).includes("no timeline"), await text(page, "empty"));
}));

test("a loss below one per cent is told in the details only", () => withPage({}, async (page) => {
    await open(page, "counts");
    const said = await page.evaluate(() => {
        const app = window.samplepoint;
        app.model.header.dropped = 1; // of 101
        app.fillHeader();
        return { banner: document.getElementById("warning").textContent, details: app.aboutFacts().join() };
    });
    ok(!said.banner.includes("lost") && said.banner.includes("light frames"), "banner: " + said.banner);
    ok(said.details.includes("1 samples were lost"), "details: " + said.details);
    ok(said.details.includes("0 entries, 0 calls"), "details: " + said.details);
}));

test("a new size leaves no black canvas behind, not even until the next frame", () => withPage({}, async (page) => {
    await open(page, "program");
    const dark = await page.evaluate(() => {
        const chart = window.samplepoint.chart;
        chart.resize();
        const { width, height } = chart.canvas, pixels = chart.pen.getImageData(0, 0, width, height).data;
        let black = 0;
        for (let i = 0; i < pixels.length; i += 4) if (pixels[i] + pixels[i + 1] + pixels[i + 2] === 0) black++;
        return black / (width * height);
    });
    ok(dark < 0.01, "share of black pixels: " + dark);
}));

test("all tools stay within the page, however narrow", async () => {
    for (const width of [800, 1010, 1100, 1200])
        await withPage({ viewport: { width, height: 700 } }, async (page) => {
            await open(page, "program");
            await page.fill("#search", "Acme");
            const right = await page.evaluate(() => Math.max(...[...document.querySelectorAll("#tools > *")]
                .map((tool) => tool.getBoundingClientRect().right)));
            ok(right <= width, `at ${width} px a tool ends at ${right}`);
        });
});

test("r48 zero samples: every view says so", () => withPage({}, async (page) => {
    await open(page, "empty");
    for (const key of ["1", "2", "3", "4", "5"]) {
        await page.keyboard.press(key);
        await settle(page);
        if (key === "1") await screenshot(page, "html-empty");
        const said = key === "4" ? "rows" : await text(page, "empty");
        ok(said === "rows" || said.includes(key === "5" ? "no timeline" : "0 samples"), `view ${key}: ${said}`);
    }
    await page.fill("#search", "x");
}));

async function tour(page, name) {
    await open(page, name);
    const seen = [];
    for (const key of ["1", "2", "3", "4", "5"]) {
        await page.keyboard.press(key);
        await settle(page);
        await page.mouse.move(700, 300);
        await page.mouse.click(700, 150);
        seen.push(await structureOf(page));
    }
    return seen;
}

test("r18 r22 r24 hostile names stay text in every view and are found", async () => {
    let benign;
    await withPage({}, async (page) => { benign = await tour(page, "benign"); });
    await withPage({}, async (page) => {
        equal(await tour(page, "hostile"), benign, "elements and attributes");
        await screenshot(page, "html-hostile");
        equal(await page.evaluate(() => window.hacked), undefined, "script from a name");
        equal(await text(page, "program"), "we \"said\" </title><b>.exe", "title");
        await page.keyboard.press("4");
        for (const name of HOSTILE_NAMES) {
            await page.fill("#search", "^" + escapeRegex(name) + "$");
            const rows = await page.locator(".row:visible .name").allInnerTexts();
            equal(rows.map((row) => row.trim()), [name], "found in the table");
        }
    });
});

test("r03 a stack of 30 000 frames can be looked at", () => withPage({}, async (page) => {
    await open(page, "deep");
    for (const key of ["3", "4", "5", "2", "1"]) {
        await page.keyboard.press(key);
        await settle(page);
    }
    const at = await place(page, "Flat.Two()");
    ok(at && at.width > 100 && at.y < 860, "the short stack is in sight");
    equal((await bars(page, "Deep.Recurse(int)")).length, 29999, "all rows are there");
    await screenshot(page, "html-deep");
}));

test("100 000 frames are drawn smoothly", () => withPage({}, async (page) => {
    const begun = Date.now();
    await open(page, "large");
    const loaded = Date.now() - begun;
    for (const [key, name] of [["2", "icicle"], ["1", "flame"]]) {
        await page.keyboard.press(key);
        await settle(page);
        const times = await page.evaluate(async () => {
            const chart = window.samplepoint.chart, taken = [];
            for (let step = 0; step < 60; step++) {
                await new Promise(requestAnimationFrame);
                chart.zoomBy(step < 30 ? 0.95 : 1 / 0.95, 400);
                const begin = performance.now();
                chart.draw();
                taken.push(performance.now() - begin);
            }
            return taken.sort((a, b) => a - b);
        });
        console.log(`# ${name}, 100000 frames: drawing takes ${times[30].toFixed(1)} ms (median), ${times[57].toFixed(1)} ms (95 %); page opened in ${loaded} ms`);
        ok(times[30] < 150, "median of " + times[30] + " ms");
        await screenshot(page, "html-large-" + name);
    }
    await page.fill("#search", "Space3");
    ok(parseFloat(await text(page, "matched")) > 0, "search in a large profile");
}));

test("an old browser gets a clear message", async () => {
    await withPage({ mayComplain: true }, async (page) => {
        await page.addInitScript(() => { delete window.DecompressionStream; });
        await page.goto(urlOf("program.html"));
        await page.waitForSelector(".fatal");
        ok((await page.innerText(".fatal")).includes("DecompressionStream"), "the message names what is missing");
    });
});

test("without scripts it says where to look", () => withPage({ javaScriptEnabled: false }, async (page) => {
    await page.goto(urlOf("program.html"));
    ok((await page.innerText("noscript")).includes("JavaScript"), "the message");
}));

profiles("program", "benign", "hostile", "empty", "deep", "large", "calls", "phases", "counts");
await run();
