// table.js - a sortable list of functions. Only the rows in sight exist as elements.

const LIST_ROW = 26;

class FunctionTable {
    // columns: [{ key, title, width, text(fn), value(fn), share(fn)? }], or with `left` instead of value: text columns.
    constructor(parent, listener) {
        this.parent = parent;
        this.listener = listener; // choose(fn), open(fn)
        this.head = parent.appendChild(document.createElement("div"));
        this.head.className = "head";
        this.rows = parent.appendChild(document.createElement("div"));
        this.rows.className = "rows";
        this.rows.tabIndex = 0;
        this.filler = this.rows.appendChild(document.createElement("div"));
        this.pool = [];
        this.order = [];
        this.sortKey = null;
        this.falling = true;
        this.chosen = NONE;
        this.rows.addEventListener("scroll", () => this.draw());
        new ResizeObserver(() => this.draw()).observe(this.rows);
    }

    show(columns, functions, swatchOf, nameOf) {
        this.columns = columns;
        this.functions = functions;
        this.swatchOf = swatchOf;
        this.nameOf = nameOf;
        if (!columns.some((column) => column.key === this.sortKey)) this.sortKey = columns[0].key;
        this.parent.style.setProperty("--columns", columns.map((column) => column.width).join(" "));
        this.drawHead();
        for (const row of this.pool) row.element.remove();
        this.pool = [];
        this.sort();
    }

    drawHead() {
        this.head.replaceChildren(...this.columns.map((column) => {
            const button = document.createElement("button");
            button.type = "button";
            button.dataset.column = column.key;
            button.textContent = column.title + (column.key === this.sortKey ? (this.falling ? " \u2193" : " \u2191") : "");
            button.className = (column.left ? "left" : column.share ? "bars" : "") + (column.key === this.sortKey ? " sorted" : "");
            button.addEventListener("click", () => {
                this.falling = column.key === this.sortKey ? !this.falling : !column.left;
                this.sortKey = column.key;
                this.drawHead();
                this.sort();
            });
            return button;
        }));
    }

    sort() {
        const column = this.columns.find((c) => c.key === this.sortKey), sign = this.falling ? -1 : 1;
        const compare = column.left
            ? (a, b) => (column.text(a) < column.text(b) ? -sign : column.text(a) > column.text(b) ? sign : 0)
            : (a, b) => sign * (column.value(a) - column.value(b));
        this.order = this.functions.slice().sort((a, b) => compare(a, b) || a - b);
        this.filler.style.height = this.order.length * LIST_ROW + "px";
        this.rows.scrollTop = 0;
        this.draw();
    }

    makeRow() {
        const element = document.createElement("div");
        element.className = "row";
        const cells = this.columns.map((column) => {
            const cell = element.appendChild(document.createElement("span"));
            cell.className = column.key === "name" ? "name" : column.left ? "soft" : "number";
            const add = (name) => cell.appendChild(document.createElement(name));
            const swatch = column.key === "name" ? add("i") : null;
            const text = add(column.left ? "span" : "em");
            const share = column.share ? add("em") : null;
            const bar = column.share ? add("i") : null;
            return { cell, swatch, text, share, bar };
        });
        const row = { element, cells, fn: NONE };
        element.addEventListener("click", () => this.listener.choose(row.fn));
        element.addEventListener("dblclick", () => this.listener.open(row.fn));
        this.rows.appendChild(element);
        return row;
    }

    draw() {
        if (!this.columns) return;
        const first = Math.max(Math.floor(this.rows.scrollTop / LIST_ROW) - 4, 0);
        const count = Math.min(Math.ceil(this.rows.clientHeight / LIST_ROW) + 8, this.order.length - first);
        while (this.pool.length < count) this.pool.push(this.makeRow());
        this.pool.forEach((row, k) => {
            row.element.style.display = k < count ? "" : "none";
            if (k < count) this.fill(row, this.order[first + k], (first + k) * LIST_ROW);
        });
    }

    fill(row, fn, top) {
        row.fn = fn;
        row.element.style.top = top + "px";
        row.element.classList.toggle("chosen", fn === this.chosen);
        this.columns.forEach((column, c) => {
            const cell = row.cells[c];
            cell.text.textContent = column.text(fn);
            if (column.key === "name") {
                cell.swatch.style.background = this.swatchOf(fn);
                cell.cell.title = this.nameOf(fn);
            } else if (column.share) {
                const share = column.share(fn);
                cell.share.textContent = percent(share);
                cell.bar.style.setProperty("--share", Math.max(share, 0) * 100 + "%");
            }
        });
    }

    choose(fn) {
        this.chosen = fn;
        const at = this.order.indexOf(fn) * LIST_ROW;
        if (at >= 0 && (at < this.rows.scrollTop || at > this.rows.scrollTop + this.rows.clientHeight - LIST_ROW))
            this.rows.scrollTop = Math.max(at - this.rows.clientHeight / 2, 0);
        this.draw();
    }
}
