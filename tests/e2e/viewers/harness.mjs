// harness.mjs - runs the checks of one file in Chromium and prints TAP.
//
//   node FILE.mjs MAKE_PROFILES OUTPUT_FOLDER
//
// MAKE_PROFILES is the program that writes the synthetic profiles; pictures of the pages stay in OUTPUT_FOLDER. Without
// Chromium or the node modules everything is skipped, or, where CI=true, failed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [makeProfiles, output] = process.argv.slice(2);
const CHROMIUM = process.env.SP_CHROMIUM || "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"];

const cases = [];
export const test = (name, body) => cases.push({ name, body });

export function equal(have, want, what = "value") {
    if (JSON.stringify(have) !== JSON.stringify(want))
        throw new Error(`${what}: ${JSON.stringify(have)}, expected ${JSON.stringify(want)}`);
}
export function near(have, want, slack, what = "value") {
    if (!(Math.abs(have - want) <= slack)) throw new Error(`${what}: ${have}, expected ${want} within ${slack}`);
}
export function ok(condition, what) {
    if (!condition) throw new Error(what);
}

export const fileOf = (name) => path.join(output, "profiles", name);
export const urlOf = (name) => pathToFileURL(fileOf(name)).href;

export function profiles(...names) {
    mkdirSync(path.join(output, "profiles"), { recursive: true });
    execFileSync(makeProfiles, [path.join(output, "profiles"), ...names], { stdio: "inherit" });
}

let playwright = null;

// A page in a browser of its own, with a fresh profile folder. Errors the page reports, and any request that leaves the
// machine's files, fail the test that opened it, unless it `mayComplain`. `flags` are further ones for Chromium.
export async function withPage({ mayComplain = false, flags = [], ...options }, body) {
    const folder = mkdtempSync(path.join(tmpdir(), "samplepoint-viewer-"));
    const context = await playwright.chromium.launchPersistentContext(folder, {
        executablePath: CHROMIUM, args: [...FLAGS, ...flags], viewport: { width: 1440, height: 860 }, ...options });
    const complaints = [];
    try {
        const page = await context.newPage();
        page.on("console", (message) => {
            if (message.type() === "error") complaints.push("console: " + message.text());
        });
        page.on("pageerror", (error) => complaints.push("error: " + error.message));
        page.on("request", (request) => {
            if (!/^(file|data|blob):/.test(request.url())) complaints.push("request: " + request.url());
        });
        await body(page);
        if (!mayComplain) equal(complaints, [], "complaints of the page");
    } finally {
        await context.close();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    return complaints;
}

export async function screenshot(page, name) {
    await page.screenshot({ path: path.join(output, name + ".png") });
}

function skipAll(reason) {
    if (process.env.CI === "true") {
        console.log(`1..1\nnot ok 1 - ${reason}`);
        process.exit(1);
    }
    console.log(`1..0 # SKIP ${reason}`);
    process.exit(0);
}

export async function run() {
    if (!existsSync(CHROMIUM)) skipAll("Chromium is not installed");
    try {
        playwright = await import("playwright-core");
    } catch (error) {
        skipAll("node modules are missing: run npm ci in tests/e2e/viewers");
    }
    console.log("1.." + cases.length);
    let failed = 0;
    for (const [index, { name, body }] of cases.entries()) {
        try {
            await body();
            console.log(`ok ${index + 1} - ${name}`);
        } catch (error) {
            failed++;
            console.log(`not ok ${index + 1} - ${name}`);
            console.log(String(error.stack || error).replace(/^/gm, "# "));
        }
    }
    process.exit(failed ? 1 : 0);
}

// How often each element name and each attribute name occurs, svg and html alike.
export const structureOf = (page) => page.evaluate(() => {
    const counts = {};
    const count = (key) => { counts[key] = (counts[key] || 0) + 1; };
    for (const element of document.querySelectorAll("*")) {
        count(element.localName);
        for (const attribute of element.attributes) count("@" + attribute.name);
    }
    return Object.fromEntries(Object.entries(counts).sort());
});

export const HOSTILE_NAMES = ["</script><script>window.hacked=1</script>", "<img src=x onerror=\"window.hacked=1\">",
    "a&b\"c'd<e>f", "operator<", "end\\", "\\u0041\\\\b", "__proto__", "constructor", "toString", "hasOwnProperty",
    "Gr\u00f6\u00dfe.\u540d\u524d()", "]]>--><!--", "${window.hacked=1}`"];
export const escapeRegex = (text) => text.replace(/[\\^$.*+?()[\]{}|\/]/g, "\\$&");
