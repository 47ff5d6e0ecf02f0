"""Draws the measurements as SVG without scripts, with its own background, for light and dark pages."""
import html, math

WIDTH = 860
FAR = 8  # an axis is logarithmic if its largest value is more than this many times its smallest
STYLE = """
svg { --ground: #fcfcfb; --text: #1b1b19; --muted: #55544f; --grid: #dddcd6; --ours: #1f6fd0; --other: #8d8b83;
  --mark: #b3401a; --c0: #1f6fd0; --c1: #b3401a; --c2: #0f7d55; --c3: #7a4bc4;
  font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) {
  svg { --ground: #1a1a19; --text: #f4f3ef; --muted: #bebdb4; --grid: #3b3a37; --ours: #4f9bf0; --other: #98968d;
    --mark: #f28a5f; --c0: #4f9bf0; --c1: #f28a5f; --c2: #3fbf8c; --c3: #b392f0; }
}
.ground { fill: var(--ground); }
text { fill: var(--text); }
.muted { fill: var(--muted); font-size: 12px; }
.head { font-size: 15px; font-weight: 600; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: var(--grid); }
.ours { fill: var(--ours); }
.other { fill: var(--other); }
.range { stroke: var(--text); stroke-width: 1.5; }
.mark { stroke: var(--mark); stroke-width: 2.5; }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
.dashed { stroke-dasharray: 5 4; }
""" + "".join(f".c{n} {{ stroke: var(--c{n}); }} .d{n} {{ fill: var(--c{n}); }}\n" for n in range(4))

OF_LIMIT = ["sqlite-window", "page-all", "json-all", "page-one", "json-one",
            "select", "page", "json", "page-304", "json-304"]
# Responses a second: a heading, and for each dot the key of a line, the side, and a label.
RATES = [
    ("Another 100 of 1,000,000 rows of SQLite", [("sqlite-window", "other", "plain C, JSON"),
                                                 ("sqlite-window", "ours", "ours, JSON"),
                                                 ("sqlite-datasette-page", "ours", "ours, page"),
                                                 ("sqlite-datasette-json", "other", "Datasette, JSON"),
                                                 ("sqlite-datasette-page", "other", "Datasette, page")]),
    ("Page of 100 rows", [("page", "other", "plain C, same bytes"), ("page", "ours", "ours, unchanged (cached)"),
                          ("page-one", "ours", "ours, one row changed"),
                          ("page-all", "ours", "ours, every row changed"),
                          ("page-named", "other", "Hummingbird, MustacheParent"),
                          ("page-mustache-flyingfox", "other", "FlyingFox, swift-mustache"),
                          ("page-mustache", "other", "Hummingbird, swift-mustache")]),
    ("The same as JSON", [("json", "other", "plain C, same bytes"), ("json", "ours", "ours, unchanged (cached)"),
                          ("json-one", "ours", "ours, one row changed"),
                          ("json-all", "ours", "ours, every row changed"),
                          ("json-codable-flyingfox", "other", "FlyingFox, Codable"),
                          ("json-codable", "other", "Hummingbird, Codable")]),
]


class Drawing:
    def __init__(self, title):
        self.title, self.parts, self.height = title, [], 0

    def text(self, x, y, text, classes=""):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" class="{classes}">{html.escape(text)}</text>')

    def line(self, x1, y1, x2, y2, classes):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{classes}"/>')

    def rect(self, x, y, width, height, classes):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" class="{classes}"/>')

    def dot(self, x, y, classes, radius=4):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" class="{classes}"/>')

    def path(self, points, classes):
        steps = " L".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<path d="M{steps}" class="{classes}"/>')

    def __str__(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}"'
                f' height="{self.height}" role="img" aria-labelledby="title">\n'
                f'<title id="title">{html.escape(self.title)}</title>\n<style>{STYLE}</style>\n'
                f'<rect class="ground" width="{WIDTH}" height="{self.height}" rx="8"/>\n'
                + "\n".join(self.parts) + "\n</svg>\n")


def lines(measured, meter):
    """Returns bars of the ratios to the limit, and dots of responses per second on a logarithmic axis."""
    known = {line.key: line for line in measured}
    drawing = Drawing("Ratios to the limit, and responses per second of the limit, this server and others")
    y = ratios(drawing, [known[key] for key in OF_LIMIT if key in known], meter, 32)
    drawing.height = round(rates(drawing, known, y + 44) + 16)
    return str(drawing)


def ratios(drawing, bars, meter, y):
    left, right = 330, WIDTH - 70
    most = max([1.1, *(bar.greatest for bar in bars)])

    def x(ratio):
        return left + (right - left) * ratio / most
    drawing.text(24, y, "Responses per second, as a fraction of plain libmicrohttpd", "head")
    drawing.text(24, y + 20, "1 is a C program that sends as many bytes. Thin line: least to greatest of the pairs."
                 " Vertical mark: required.", "muted")
    top, bottom = y + 36, y + 36 + 26 * len(bars)
    for tick in range(0, math.floor(most * 4) + 1):
        drawing.line(x(tick / 4), top, x(tick / 4), bottom, "grid")
        drawing.text(x(tick / 4), bottom + 16, f"{tick / 4:g}", "muted middle")
    for n, bar in enumerate(bars):
        middle = top + 26 * n + 13
        drawing.text(left - 12, middle + 4.5, bar.title, "end")
        drawing.rect(left, middle - 7, x(bar.ratio) - left, 14, "ours")
        drawing.line(x(bar.least), middle, x(bar.greatest), middle, "range")
        required = meter.at_least.get(bar.key)
        if required:
            drawing.line(x(required), middle - 11, x(required), middle + 11, "mark")
        drawing.text(WIDTH - 24, middle + 4.5, f"{bar.ratio:.2f}", "end")
    return bottom + 16


def rates(drawing, known, y):
    left, right = 280, WIDTH - 90
    groups = [(head, [(getattr(known[key], side), side, name) for key, side, name in rows if key in known])
              for head, rows in RATES]
    groups = [(head, rows) for head, rows in groups if rows]
    if not groups:
        return y
    values = [value for _, rows in groups for value, _, _ in rows]
    first, last = math.floor(math.log10(max(min(values), 0.1))), math.ceil(math.log10(max(values)))

    def x(value):
        return left + (right - left) * (math.log10(max(value, 0.1)) - first) / (last - first)
    drawing.text(24, y, "Responses per second, this server in blue", "head")
    drawing.text(24, y + 20, "The axis is logarithmic: each vertical line is ten times the one before.", "muted")
    top = y + 32
    bottom = top + sum(30 + 22 * len(rows) for _, rows in groups)
    for power in range(first, last + 1):
        drawing.line(x(10 ** power), top, x(10 ** power), bottom, "grid")
        drawing.text(x(10 ** power), bottom + 16, f"{10 ** power:,}", "muted middle")
    y = top
    for head, rows in groups:
        drawing.text(24, y + 20, head, "muted")
        y += 30
        for value, side, name in rows:
            drawing.text(left - 12, y + 11.5 + 4, name, "end")
            drawing.dot(x(value), y + 11.5, side, 5)
            drawing.text(WIDTH - 24, y + 11.5 + 4, f"{value:,.0f}" if value >= 10 else f"{value:.1f}", "end")
            y += 22
    return bottom + 16


def curves(measured, of):
    """Returns three small plots side by side: rate, latency and memory, with a line for each curve."""
    drawing = Drawing(f"{of}: responses per second, milliseconds to a response, and resident memory")
    for n, curve in enumerate(measured):
        x, y = 24 + n % 2 * 400, 28 + n // 2 * 24
        drawing.line(x, y, x + 22, y, f"c{n} curve")
        drawing.dot(x + 11, y, f"d{n}")
        drawing.text(x + 30, y + 4.5, curve.title)
    top = y + 34
    panels = [("responses per second", [("rate", "")]), ("milliseconds: p50, dashed p99", [("p50", ""), ("p99", "dashed")]),
              ("peak resident memory in MB", [("resident", "")])]
    for n, (title, names) in enumerate(panels):
        panel(drawing, measured, 24 + n * 278, top, title, names, of)
    drawing.height = top + 270
    return str(drawing)


def panel(drawing, measured, left, top, title, names, of):
    sizes = sorted({point.size for curve in measured for point in curve.points})
    series = [(n, dashed, [(point.size, getattr(point, name)) for point in curve.points if getattr(point, name) > 0])
              for n, curve in enumerate(measured) for name, dashed in names]
    values = [value for _, _, points in series for _, value in points]
    start, end, above, below = left + 46, left + 256, top + 22, top + 214
    if not values:
        return
    logarithmic = max(values) > FAR * min(values)
    low, high, ticks = axis(min(values), max(values), logarithmic)

    def x(size):
        spread = math.log10(sizes[-1] / sizes[0]) or 1
        return start + (end - start) * math.log10(size / sizes[0]) / spread

    def y(value):
        share = math.log10(value / low) / math.log10(high / low) if logarithmic else value / high
        return below - (below - above) * share
    drawing.text(left, top + 6, title, "muted")
    for tick in ticks:
        drawing.line(start, y(tick), end, y(tick), "grid")
        drawing.text(start - 8, y(tick) + 4, short(tick), "muted end")
    for size in sizes:
        drawing.text(x(size), below + 18, short(size), "muted middle")
    drawing.text((start + end) / 2, below + 38, of.lower(), "muted middle")
    for n, dashed, points in series:
        drawing.path([(x(size), y(value)) for size, value in points], f"curve c{n} {dashed}")
        for size, value in points:
            drawing.dot(x(size), y(value), f"d{n}", 3 if dashed else 3.5)


def axis(least, most, logarithmic):
    """Returns the ends of an axis, and the values of its ticks."""
    if logarithmic:
        first, last = math.floor(math.log10(least)), math.ceil(math.log10(most))
        last = max(last, first + 1)
        return 10 ** first, 10 ** last, [10 ** power for power in range(first, last + 1)]
    step = 10 ** math.floor(math.log10(most))
    if most / step < 2.5:
        step /= 2
    count = math.ceil(most / step)
    return 0, step * count, [step * n for n in range(count + 1)]


def short(number):
    for unit, name in [(1e6, "M"), (1e3, "k")]:
        if number >= unit:
            return f"{number / unit:g}{name}"
    return f"{number:g}"
