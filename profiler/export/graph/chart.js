// chart.js - draws rows of boxes on a canvas and moves over them.
//
// A band is a stack of rows that share the horizontal axis (a flame graph is one band, a timeline one per thread). The
// cost of a redraw is bounded by pixels, not by boxes: rows off screen are skipped, of boxes narrower than a pixel one per
// pixel is drawn, found by binary search, and boxes are filled in a pixel buffer of our own, a line per row, because
// thousands of canvas rectangles cost more than all the rest. Texts go on top of it.

const LEAST_ROW = 19, LARGEST_ROW = 24, TITLE = 26, AXIS = 24, FONT = 12, PAD = 6;

class Chart {
    constructor(canvas, listener) {
        this.canvas = canvas;
        this.pen = canvas.getContext("2d", { alpha: false });
        this.listener = listener; // hover(hit, event), click(hit), open(hit), moved()
        this.bands = [];
        this.start = 0; // left end of the domain
        this.span = 1; // its length
        this.x0 = 0; // visible part
        this.x1 = 1;
        this.scroll = 0;
        this.chosen = null; // { band, item }
        this.row = LEAST_ROW; // height
        this.setFills(["#888888"]);
        this.fillOf = () => 0; // (band, item) => index of fills
        this.labelOf = () => "";
        this.theme = {};
        this.axis = null; // (value) => text, for a time axis
        this.fitted = new Map(); // name -> its pieces and their widths
        this.drawTimes = [];
        this.listen();
        new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    }

    // The colours in use, also as pixels (red in the lowest byte: canvas pixels are RGBA, machines little-endian).
    setFills(colors) {
        this.fills = Uint32Array.from(colors, pixelOf);
    }

    // bands: [{ rows, left, right, fn, up, title }]
    show(bands, span, keepView, start = 0) {
        this.bands = bands;
        this.start = start;
        this.span = span || 1;
        if (!keepView) { this.x0 = start; this.x1 = start + this.span; }
        this.chosen = null;
        this.place();
        this.scroll = this.standing ? this.maxScroll() : 0;
        this.paint();
    }

    // A single band that grows upwards stands on the bottom of the view.
    get standing() { return this.bands.length === 1 && this.bands[0].up; }

    // Few rows get more height each.
    place() {
        let rows = 0;
        for (const band of this.bands) rows += band.rows.length;
        this.row = Math.min(Math.max(Math.floor(this.viewHeight * 0.6 / Math.max(rows, 1)), LEAST_ROW), LARGEST_ROW);
        let y = (this.axis ? AXIS : 0) + PAD;
        for (const band of this.bands) {
            if (band.title) y += TITLE;
            band.y = y;
            y += band.rows.length * this.row;
        }
        this.height = y + PAD;
        this.offset = this.standing ? Math.max(0, this.viewHeight - this.height) : 0;
    }

    get viewWidth() { return this.canvas.clientWidth || 1; }
    get viewHeight() { return this.canvas.clientHeight || 1; }
    maxScroll() { return Math.max(0, this.height - this.viewHeight); }

    resize() {
        const ratio = window.devicePixelRatio || 1;
        const atEnd = this.scroll >= this.maxScroll() - 1;
        this.canvas.width = Math.round(this.viewWidth * ratio);
        this.canvas.height = Math.round(this.viewHeight * ratio);
        this.place();
        if ((atEnd && this.standing) || this.scroll > this.maxScroll()) this.scroll = this.maxScroll();
        // A new size clears the canvas to black: drawn at once, so that no frame, and no screenshot, shows it so.
        if (this.theme.chart) this.paintNow();
    }

    paint() {
        if (!this.requested) this.requested = requestAnimationFrame(() => this.paintNow());
    }

    paintNow() {
        cancelAnimationFrame(this.requested);
        this.requested = 0;
        const begun = performance.now();
        this.draw();
        this.drawTimes.push(performance.now() - begun);
        if (this.drawTimes.length > 240) this.drawTimes.shift();
    }

    rowTop(band, row) {
        const place = band.up ? band.rows.length - 1 - row : row;
        return band.y + place * this.row + this.offset - this.scroll;
    }

    draw() {
        const pen = this.pen, ratio = window.devicePixelRatio || 1;
        const { width, height } = this.canvas;
        if (!this.image || this.image.width !== width || this.image.height !== height) {
            this.image = pen.createImageData(width, height);
            this.pixels = new Uint32Array(this.image.data.buffer);
        }
        this.pixels.fill(pixelOf(this.theme.chart));
        const texts = [];
        this.boxes = 0;
        for (const band of this.bands)
            for (let row = 0; row < band.rows.length; row++) {
                const y = this.rowTop(band, row);
                if (y > -this.row && y < this.viewHeight) this.drawRow(band, band.rows[row], y, ratio, texts);
            }
        pen.putImageData(this.image, 0, 0);
        pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        pen.font = FONT + "px " + this.theme.sans;
        pen.textBaseline = "middle";
        this.drawTexts(texts);
        this.drawOutline();
        for (const band of this.bands) if (band.title) this.drawTitle(band);
        if (this.axis) this.drawAxis();
    }

    // In device pixels: the row's first line is filled box by box, the others are copies of it.
    drawRow(band, row, y, ratio, texts) {
        const { left, right } = band, { width, height } = this.canvas, pixels = this.pixels;
        const top = Math.max(Math.round(y * ratio), 0), bottom = Math.min(Math.round((y + this.row - 1) * ratio), height);
        if (bottom <= top) return;
        const scale = width / (this.x1 - this.x0), x0 = this.x0, x1 = this.x1, line = top * width, least = 26 * ratio;
        for (let k = firstAfter(row, right, x0); k < row.length;) {
            const i = row[k];
            if (left[i] >= x1) break;
            const from = Math.max(Math.floor((left[i] - x0) * scale), 0), exact = (right[i] - x0) * scale;
            const to = Math.min(Math.max(Math.floor(exact), from + 1), width);
            pixels.fill(this.fills[this.fillOf(band, i)], line + from, line + (to - from > 3 ? to - 1 : to));
            this.boxes++;
            if (to - from > least) texts.push(band, i, from / ratio, to / ratio, y);
            k = exact - from < 1 ? firstAfter(row, right, x0 + (from + 1) / scale, k + 1) : k + 1;
        }
        for (let y2 = top + 1; y2 < bottom; y2++) pixels.copyWithin(y2 * width, line, line + width);
    }

    drawTexts(texts) {
        const pen = this.pen;
        for (let t = 0; t < texts.length; t += 5) {
            const from = Math.max(texts[t + 2], 0), to = Math.min(texts[t + 3], this.viewWidth);
            const text = this.fit(this.labelOf(texts[t], texts[t + 1]), to - from - 9);
            if (!text) continue;
            pen.fillStyle = this.inkOf ? this.inkOf(texts[t], texts[t + 1]) : this.theme.ink;
            pen.fillText(text, from + 4, texts[t + 4] + this.row / 2);
        }
    }

    // fitName() with remembered widths; the mean letter width tells where to start cutting.
    fit(name, width) {
        if (width < 12) return "";
        let known = this.fitted.get(name);
        if (!known) {
            const pieces = namePieces(name).map((text) => text || name);
            known = pieces.map((text) => ({ text, width: this.pen.measureText(text).width }));
            this.fitted.set(name, known);
        }
        for (const piece of known) if (piece.width <= width) return piece.text;
        const last = known[3], letters = Array.from(last.text);
        let count = Math.min(Math.ceil(width / (last.width / letters.length)), letters.length - 1);
        const cut = () => letters.slice(0, count).join("") + "\u2026";
        while (count >= 2 && this.pen.measureText(cut()).width > width) count--;
        return count >= 2 ? cut() : "";
    }

    drawOutline() {
        if (!this.chosen) return;
        const { band, item } = this.chosen;
        const row = band.rows.findIndex((r) => r[firstAfter(r, band.right, band.left[item])] === item);
        if (row < 0) return;
        const scale = this.viewWidth / (this.x1 - this.x0);
        const from = Math.max((band.left[item] - this.x0) * scale, 0);
        const to = Math.min((band.right[item] - this.x0) * scale, this.viewWidth);
        if (to < 0 || from > this.viewWidth) return;
        this.pen.strokeStyle = this.theme.outline;
        this.pen.lineWidth = 1.6;
        this.pen.strokeRect(from + 0.5, this.rowTop(band, row) + 0.5, Math.max(to - from - 1.5, 1), this.row - 2);
    }

    drawTitle(band) {
        const y = band.y - TITLE + this.offset - this.scroll;
        if (y < -TITLE || y > this.viewHeight) return;
        this.pen.fillStyle = this.theme.chart;
        this.pen.fillRect(0, y, this.viewWidth, TITLE - 1);
        this.pen.fillStyle = this.theme.soft;
        this.pen.font = "600 " + FONT + "px " + this.theme.sans;
        this.pen.fillText(band.title, 8, y + TITLE / 2 + 1);
        this.pen.font = FONT + "px " + this.theme.sans;
    }

    drawAxis() {
        const pen = this.pen, width = this.viewWidth, scale = width / (this.x1 - this.x0);
        pen.fillStyle = this.theme.surface;
        pen.fillRect(0, 0, width, AXIS - 3);
        pen.fillStyle = this.theme.line;
        pen.fillRect(0, AXIS - 4, width, 1);
        const raw = 110 / scale, power = 10 ** Math.floor(Math.log10(raw));
        const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw);
        const from = this.x0 - this.start, to = this.x1 - this.start; // ticks count from the start of the recording
        for (let tick = Math.ceil(from / step) * step; tick < to; tick += step) {
            const x = (tick - from) * scale;
            pen.fillStyle = this.theme.line;
            pen.fillRect(x, 0, 1, AXIS - 4);
            pen.fillStyle = this.theme.soft;
            pen.fillText(this.axis(tick), x + 5, (AXIS - 3) / 2);
        }
    }

    // ---- Where is what ----

    hitAt(x, y) {
        for (const band of this.bands) {
            const place = Math.floor((y - this.offset + this.scroll - band.y) / this.row);
            if (place < 0 || place >= band.rows.length) continue;
            const row = band.rows[band.up ? band.rows.length - 1 - place : place];
            const at = this.x0 + (x / this.viewWidth) * (this.x1 - this.x0);
            const k = firstAfter(row, band.right, at);
            if (k < row.length && band.left[row[k]] <= at) return { band, item: row[k] };
        }
        return null;
    }

    // ---- Moving ----

    setView(x0, x1, animate) {
        const least = this.span * 1e-7;
        const width = Math.min(Math.max(x1 - x0, least), this.span);
        const from = Math.min(Math.max(x0, this.start), this.start + this.span - width);
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        cancelAnimationFrame(this.moving);
        if (!animate || still) {
            this.x0 = from;
            this.x1 = from + width;
            this.paint();
            this.listener.moved();
            return;
        }
        const old = [this.x0, this.x1], begun = performance.now();
        const step = (now) => {
            const t = Math.min(Math.max((now - begun) / 170, 0), 1), e = 1 - (1 - t) ** 3;
            this.x0 = old[0] + (from - old[0]) * e;
            this.x1 = old[1] + (from + width - old[1]) * e;
            this.paint();
            if (t < 1) this.moving = requestAnimationFrame(step);
            else this.listener.moved();
        };
        this.moving = requestAnimationFrame(step);
    }

    zoomBy(factor, x = this.viewWidth / 2) {
        const width = this.x1 - this.x0, at = this.x0 + (x / this.viewWidth) * width;
        this.setView(at - (at - this.x0) * factor, at + (this.x1 - at) * factor, false);
    }

    panBy(px, py) {
        const shift = px * (this.x1 - this.x0) / this.viewWidth;
        this.scroll = Math.min(Math.max(this.scroll + py, 0), this.maxScroll());
        this.setView(this.x0 + shift, this.x1 + shift, false);
    }

    zoomTo(hit) {
        this.setView(hit.band.left[hit.item], hit.band.right[hit.item], true);
    }

    get zoomed() { return this.x1 - this.x0 < this.span * (1 - 1e-9); }

    listen() {
        const canvas = this.canvas;
        let drag = null;
        canvas.addEventListener("pointerdown", (event) => {
            drag = { x: event.clientX, y: event.clientY, moved: false };
        });
        canvas.addEventListener("pointermove", (event) => {
            if (drag && event.buttons) {
                const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
                if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
                if (!drag.moved) canvas.setPointerCapture(event.pointerId);
                drag = { x: event.clientX, y: event.clientY, moved: true };
                this.panBy(-dx, -dy);
                this.listener.hover(null, event);
                return;
            }
            const hit = this.hitAt(event.offsetX, event.offsetY);
            canvas.style.cursor = hit ? "pointer" : "default";
            this.listener.hover(hit, event);
        });
        canvas.addEventListener("pointerleave", (event) => this.listener.hover(null, event));
        canvas.addEventListener("click", (event) => {
            if (drag && drag.moved) return;
            const hit = this.hitAt(event.offsetX, event.offsetY);
            this.chosen = hit;
            this.paint();
            this.listener.click(hit);
        });
        canvas.addEventListener("dblclick", (event) => {
            const hit = this.hitAt(event.offsetX, event.offsetY);
            if (hit) this.listener.open(hit);
        });
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            this.listener.hover(null, event);
            const unit = event.deltaMode === 1 ? LEAST_ROW : 1;
            if (event.ctrlKey || event.metaKey) this.zoomBy(Math.exp(event.deltaY * unit * 0.004), event.offsetX);
            else if (event.shiftKey) this.panBy((event.deltaX || event.deltaY) * unit, 0);
            else if (this.maxScroll() === 0 && Math.abs(event.deltaY) > Math.abs(event.deltaX))
                this.zoomBy(Math.exp(event.deltaY * unit * 0.0025), event.offsetX);
            else this.panBy(event.deltaX * unit, event.deltaY * unit);
        }, { passive: false });
    }
}

function pixelOf(color) {
    const part = (at) => parseInt(color.slice(at, at + 2), 16);
    return (0xff000000 | part(5) << 16 | part(3) << 8 | part(1)) >>> 0;
}

// First place in row, from `low` on, whose box ends after `value`; boxes of a row do not overlap. Steps double from `low`,
// because what is looked for is mostly near.
function firstAfter(row, right, value, low = 0) {
    let step = low ? 1 : row.length, high = low;
    while (high < row.length && right[row[high]] <= value) {
        low = high + 1;
        high += step;
        step *= 2;
    }
    high = Math.min(high, row.length);
    while (low < high) {
        const middle = (low + high) >> 1;
        if (right[row[middle]] > value) high = middle;
        else low = middle + 1;
    }
    return low;
}
