// importers.mjs - our files in the viewers of others: speedscope's own importer reads the speedscope and the trace files,
// Chromium's Performance panel the trace.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { HOSTILE_NAMES, equal, fileOf, near, ok, profiles, run, screenshot, test, withPage } from "./harness.mjs";

const speedscopePage = () => pathToFileURL(path.join(path.dirname(
    createRequire(import.meta.url).resolve("speedscope/package.json")), "dist", "release", "index.html")).href;

// Opens the file in speedscope and reads its table of functions: name -> { total, self } as shown.
async function inSpeedscope(name, picture) {
    const rows = new Map();
    await withPage({}, async (page) => {
        const alerts = [];
        page.on("dialog", (dialog) => { alerts.push(dialog.message()); dialog.dismiss(); });
        await page.goto(speedscopePage());
        await page.setInputFiles("input[type=file]", fileOf(name));
        await page.waitForFunction(() => document.body.innerText.includes("Left Heavy") && document.title !== "speedscope", null, { timeout: 60000 });
        await page.waitForTimeout(500);
        equal(alerts, [], "speedscope's alerts");
        await screenshot(page, picture);
        await page.keyboard.press("3");
        await page.waitForFunction(() => Array.from(document.querySelectorAll("table tr")).some((row) => row.cells.length >= 3 && row.offsetParent));
        const read = await page.evaluate(() => Array.from(document.querySelectorAll("table tr"), (row) =>
            Array.from(row.querySelectorAll("td"), (cell) => cell.textContent)).filter((cells) => cells.length >= 3));
        for (const [total, self, ...symbol] of read) rows.set(symbol.join("").trim(), { total, self });
        await screenshot(page, picture + "-sandwich");
    });
    return rows;
}
const percentIn = (text) => parseFloat(/([0-9.]+)%/.exec(text)[1]);

test("speedscope imports a sampled profile with the right shares", async () => {
    const rows = await inSpeedscope("phases.speedscope.json", "speedscope-sampled");
    near(percentIn(rows.get("Main()").total), 100, 0.1, "Main, total");
    near(percentIn(rows.get("A()").total), 100 * 60 / 70, 0.6, "A, total");
    near(percentIn(rows.get("Main()").self), 100 * 10 / 70, 0.6, "Main, self");
    ok(rows.get("A()").total.startsWith("6.00s"), "A in seconds: " + rows.get("A()").total);
});

test("speedscope imports a profile of calls with the right times", async () => {
    const rows = await inSpeedscope("calls.speedscope.json", "speedscope-evented");
    near(percentIn(rows.get("Calls.Main()").total), 100, 0.1, "Main");
    near(percentIn(rows.get("Calls.Work(int)").total), 90, 0.6, "Work");
    near(percentIn(rows.get("Calls.Leaf()").self), 60, 0.6, "Leaf");
});

test("speedscope imports hostile names as they are", async () => {
    const rows = await inSpeedscope("hostile.speedscope.json", "speedscope-hostile");
    for (const name of HOSTILE_NAMES.filter((n) => n.trim() === n)) ok(rows.has(name), "speedscope does not list " + name);
});

test("speedscope imports several threads and 0 samples", async () => {
    const rows = await inSpeedscope("program.speedscope.json", "speedscope-program");
    ok(rows.size > 5, "functions: " + rows.size);
    await withPage({}, async (page) => {
        await page.goto(speedscopePage());
        await page.setInputFiles("input[type=file]", fileOf("empty.speedscope.json"));
        await page.waitForTimeout(1500);
        await screenshot(page, "speedscope-empty");
    });
});

test("speedscope's importer of trace events reads our trace", async () => {
    const rows = await inSpeedscope("phases.trace.json", "speedscope-trace");
    near(percentIn(rows.get("Main()").total), 100, 0.1, "Main");
    near(percentIn(rows.get("A()").total), 100 * 60 / 70, 0.6, "A");
});

// ---- Chromium's own Performance panel ----

function freePort() {
    return new Promise((found) => {
        const server = createServer().listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => found(port));
        });
    });
}

// The panel draws its tracks on a canvas and tells nothing about them, but its table names what the clicked thread did.
async function bottomUpRows(page) {
    await page.getByRole("tab", { name: "Bottom-up" }).click();
    for (let y = 142; y < 260; y += 9) {
        await page.mouse.click(700, y);
        await page.waitForTimeout(400);
        const rows = (await page.locator("tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " ").trim()).filter((row) => /%/.test(row));
        if (rows.length) return rows;
    }
    return [];
}

test("Chromium's Performance panel loads our trace", async () => {
    const port = await freePort();
    await withPage({ mayComplain: true, flags: ["--remote-debugging-port=" + port, "--remote-allow-origins=*"] }, async (page) => {
        await page.goto(`http://127.0.0.1:${port}/devtools/devtools_app.html?panel=timeline`);
        await page.locator("input[type=file]").first().setInputFiles(fileOf("phases.trace.json"), { timeout: 60000 });
        await page.getByRole("tab", { name: "Bottom-up" }).waitFor({ timeout: 60000 });
        await page.waitForTimeout(1000);
        await page.mouse.click(1412, 76); // closes the help that greets a fresh profile folder
        await page.waitForTimeout(300);
        await page.mouse.click(249, 130); // opens the process, whose first thread stands below
        await page.waitForTimeout(500);
        const rows = await bottomUpRows(page);
        await screenshot(page, "devtools-performance");
        const a = rows.find((row) => row.endsWith("A()")), main = rows.find((row) => row.endsWith("Main()"));
        ok(a && main, "the panel lists " + JSON.stringify(rows));
        const shares = (row) => Array.from(row.matchAll(/([0-9.]+) %/g), (match) => parseFloat(match[1]));
        near(shares(main)[1], 100, 0.1, "Main, total");
        near(shares(a)[1], 100 * 60 / 70, 1, "A, total");
    });
});

// ---- Trace events by their own rules: microseconds, nothing negative, events of a thread nest ----

// Fractions of a microsecond are nanoseconds; adding them as such keeps clear of binary rounding.
const ns = (microseconds) => Math.round(microseconds * 1000);

function nestingErrors(all) {
    const errors = [], threads = new Map();
    const events = all.map((event) => ({ ...event, ts: ns(event.ts), dur: ns(event.dur) }));
    for (const event of events) {
        if (event.ph === "M") continue;
        if (!(event.ts >= 0) || (event.ph === "X" && !(event.dur >= 0))) errors.push("time of " + JSON.stringify(event));
        const key = event.pid + "/" + event.tid;
        if (!threads.has(key)) threads.set(key, []);
        threads.get(key).push(event);
    }
    for (const list of threads.values()) {
        const open = [];
        for (const event of list) {
            if (event.ph === "B") open.push(event);
            else if (event.ph === "E" && !open.pop()) errors.push("end without begin at " + event.ts);
            else if (event.ph === "X") {
                while (open.length && open[open.length - 1].ts + open[open.length - 1].dur <= event.ts) open.pop();
                const outer = open[open.length - 1];
                if (outer && event.ts + event.dur > outer.ts + outer.dur) errors.push(`${event.name} leaves ${outer.name}`);
                open.push(event);
            }
        }
        if (open.some((event) => event.ph === "B")) errors.push("begin without end");
    }
    return errors;
}

for (const name of ["program", "phases", "calls", "hostile", "empty"])
    test(`${name}.trace.json is valid and nests`, async () => {
        const trace = JSON.parse(readFileSync(fileOf(name + ".trace.json"), "utf8"));
        const events = Array.isArray(trace) ? trace : trace.traceEvents;
        ok(Array.isArray(events), "a list of events");
        equal(nestingErrors(events).slice(0, 3), [], "errors");
    });

test("the same trace has the length of the run", async () => {
    const trace = JSON.parse(readFileSync(fileOf("phases.trace.json"), "utf8"));
    const events = (Array.isArray(trace) ? trace : trace.traceEvents).filter((event) => event.ph !== "M");
    const end = Math.max(...events.map((event) => event.ts + (event.dur || 0))), start = Math.min(...events.map((event) => event.ts));
    near(end - start, 7e6, 1, "microseconds");
});

profiles("program", "phases", "calls", "hostile", "empty");
await run();
