// svg.mjs - the SVG flame graph in Chromium, with and without scripts.
import { HOSTILE_NAMES, equal, escapeRegex, near, ok, profiles, run, screenshot, structureOf, test, urlOf, withPage } from "./harness.mjs";

// By its title's first line; null if the picture has no such frame.
const box = (page, name) => page.evaluate((wanted) => {
    for (const group of document.querySelectorAll("#frames > g")) {
        if (group.querySelector("title").textContent.split("\n")[0] !== wanted) continue;
        const r = group.querySelector("rect").getBoundingClientRect();
        return { x: r.x, y: r.y, width: r.width, height: r.height, hidden: group.style.display === "none", classes: group.getAttribute("class") };
    }
    return null;
}, name);
const clickOn = async (page, name) => {
    const b = await box(page, name);
    await page.mouse.click(b.x + Math.min(b.width / 2, 10), b.y + b.height / 2);
};
const text = (page, id) => page.evaluate((i) => document.getElementById(i).textContent, id);

test("hovering shows name, weight and share", () => withPage({}, async (page) => {
    await page.goto(urlOf("program.svg"));
    const b = await box(page, "Acme.Compiler.Driver.Run(Acme.Options)");
    await page.mouse.move(b.x + 40, b.y + 8);
    const detail = await text(page, "detail");
    ok(detail.startsWith("Acme.Compiler.Driver.Run(Acme.Options)"), "detail line: " + detail);
    ok(/[0-9.]+ s, [0-9.]+ %, [0-9]+ samples/.test(detail), "detail line: " + detail);
    ok(detail.includes("in acme"), "detail line: " + detail);
    await screenshot(page, "svg-hover");
    await page.mouse.move(5, 5);
    equal(await text(page, "detail"), "", "detail line after leaving");
}));

test("a click zooms, a click on the root or the button zooms out", () => withPage({}, async (page) => {
    await page.goto(urlOf("program.svg"));
    const all = await box(page, "all"), before = await box(page, "Acme.Compiler.Parser.ParseUnit()");
    ok(before.width < all.width / 2, "the frame starts narrow");
    await clickOn(page, "Acme.Compiler.Parser.ParseUnit()");
    near((await box(page, "Acme.Compiler.Parser.ParseUnit()")).width, all.width, 1, "zoomed width");
    ok((await box(page, "Acme.Program.Main(string[])")).classes.includes("ancestor"), "callers fade");
    ok((await box(page, "Acme.Compiler.Lexer.NextToken()")).hidden, "neighbours are hidden");
    await screenshot(page, "svg-zoom");
    await page.locator("#reset").click();
    near((await box(page, "Acme.Compiler.Parser.ParseUnit()")).width, before.width, 0.1, "width after reset");
    await clickOn(page, "Acme.Compiler.Parser.ParseUnit()");
    await clickOn(page, "all");
    near((await box(page, "Acme.Compiler.Parser.ParseUnit()")).width, before.width, 0.1, "width after a click on the root");
}));

test("search marks frames and says their share, matches inside matches once", () => withPage({}, async (page) => {
    await page.goto(urlOf("program.svg"));
    const all = await box(page, "all"), run = await box(page, "Acme.Compiler.Driver.Run(Acme.Options)");
    await page.keyboard.press("Control+f");
    await page.keyboard.type("^acme\\.compiler");
    near(parseFloat(await text(page, "share")), 100 * run.width / all.width, 0.1, "matched share");
    ok((await box(page, "Acme.Compiler.Binder.Bind(Acme.Syntax.Node)")).classes.includes("match"), "a match is marked");
    ok(!(await box(page, "Acme.Program.Main(string[])")).classes.includes("match"), "another frame is not");
    await screenshot(page, "svg-search");
    await page.keyboard.type("(("); // no regular expression any more
    equal(await text(page, "share"), "0.0 % matched");
    await page.keyboard.press("Escape");
    equal(await text(page, "share"), "");
    equal(await page.locator("#frames > g.match").count(), 0, "marks after Esc");
}));

test("the keyboard walks and zooms", () => withPage({}, async (page) => {
    await page.goto(urlOf("program.svg"));
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
    ok((await text(page, "detail")).startsWith("Acme.Compiler.Driver.Run"), await text(page, "detail"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    ok((await text(page, "detail")).startsWith("System.Threading.ThreadHelper"), await text(page, "detail"));
    await page.keyboard.press("Enter");
    near((await box(page, "System.Threading.ThreadHelper.ThreadStart()")).width, (await box(page, "all")).width, 1, "zoomed");
    await page.keyboard.press("Escape");
    equal(await text(page, "detail"), "");
}));

test("without scripts it is a whole picture with tooltips", () => withPage({ javaScriptEnabled: false }, async (page) => {
    await page.goto(urlOf("program.svg"));
    const frames = page.locator("#frames > g");
    ok(await frames.count() > 20, "frames are drawn");
    equal(await frames.locator("title").count(), await frames.count(), "each has a tooltip");
    ok((await frames.first().boundingBox()).width > 1000, "the root is wide");
    equal(await page.locator("#search").count(), 0, "no control that would not work");
    await screenshot(page, "svg-no-script");
}));

test("r18 r22 r24 hostile names stay text, are found, and change no structure", async () => {
    let benign, hostile;
    await withPage({}, async (page) => {
        await page.goto(urlOf("benign.svg"));
        benign = await structureOf(page);
    });
    await withPage({}, async (page) => {
        await page.goto(urlOf("hostile.svg"));
        hostile = await structureOf(page);
        equal(hostile, benign, "elements and attributes");
        for (const name of HOSTILE_NAMES) {
            const b = await box(page, name);
            ok(b && b.width > 0, "no frame is called " + name);
            await page.fill("#search", escapeRegex(name));
            ok((await box(page, name)).classes.includes("match"), "search does not find " + name);
        }
        equal(await page.evaluate(() => window.hacked), undefined, "script from a name");
        await screenshot(page, "svg-hostile");
    });
});

for (const name of ["empty", "deep", "large", "calls", "counts", "diff"])
    test(`${name}.svg opens without complaint`, () => withPage({}, async (page) => {
        await page.goto(urlOf(name + ".svg"));
        if (name === "empty") ok((await page.evaluate(() => document.documentElement.textContent)).includes("0 samples"), "0 samples is said");
        else ok((await box(page, "all")).width > 1000, "the root is drawn");
        if (name === "deep") ok(await page.evaluate(() => window.scrollY > 0), "the page opens at the root");
        await screenshot(page, "svg-" + name);
    }));

test("dark pages get dark colours", () => withPage({ colorScheme: "dark" }, async (page) => {
    await page.goto(urlOf("program.svg"));
    equal(await page.evaluate(() => getComputedStyle(document.getElementById("page")).fill), "rgb(21, 24, 29)", "background");
    await screenshot(page, "svg-dark");
}));

profiles("program", "benign", "hostile", "empty", "deep", "large", "calls", "counts", "diff");
await run();
