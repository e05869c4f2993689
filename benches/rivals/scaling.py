#!/usr/bin/env python3
"""Times boards of growing size by Gridwright and by Gecode side by side, prints a Markdown table, and draws medians.

KenKens with cages of one to five cells, Latin squares without 42% of their cells, and queens, all made from seeds;
asked for is a first solution.
"""

import argparse
import math
import pathlib
import tempfile

import compare

PICTURE = compare.HERE.parent.parent / "docs" / "scaling.svg"
PANELS = {
    "kenken": ("KenKen", "rows", [4, 5, 6, 8, 10, 12, 16]),
    "latin": ("Latin square, 42% holes", "rows", [10, 15, 20, 30, 40, 50]),
    "queens": ("Queens", "queens", [8, 16, 32, 64, 128, 256, 500]),
}
PROGRAMS = {"ours": ("Gridwright", "#0060a8"), "gecode": ("Gecode", "#c8501e")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="limit for the search of one puzzle (5)")
    parser.add_argument("--passes", type=int, default=1, help="passes over all puzzles in one run of a program (1)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program, in turn (3)")
    parser.add_argument("--picture", type=pathlib.Path, default=PICTURE, help="where the drawing goes")
    options = parser.parse_args()

    ours = compare.build_ours()
    with tempfile.TemporaryDirectory() as folder:
        gecode = compare.build_gecode(pathlib.Path(folder))
        puzzles = pathlib.Path(folder, "puzzles.kk")
        puzzles.write_text(compare.output([ours, "scaling"]))
        question = ["first", str(options.seconds), str(options.passes), str(puzzles)]
        best = compare.measure({"ours": [ours, *question], "gecode": [gecode, *question]}, options.rounds)
    print(compare.table(best, options.seconds))
    options.picture.write_text(drawing(best, options.seconds))
    compare.agree(best)


def drawing(best, seconds):
    """A panel for each kind of puzzle, with a line for each program; both axes are logarithmic."""
    series = {kind: {program: [] for program in PROGRAMS} for kind in PANELS}
    for group, puzzles in compare.groups(best).items():
        kind, size = group.split("-")
        for program in PROGRAMS:
            time = compare.Time([best[program][puzzle] for puzzle in puzzles], seconds)
            series[kind][program].append((int(size), time))
    out = Svg(1020, 400)
    out.add("rect", width="100%", height="100%", fill="#ffffff")
    out.text(20, 30, "Time to a first solution, building included: median by size", size=16, weight="bold")
    for number, (name, colour) in enumerate(PROGRAMS.values()):
        left = 690 + 130 * number
        out.add("path", d=f"M{left} 25h28", stroke=colour, stroke_width=2.5)
        out.mark(left + 14, 25, colour, number, True)
        out.text(left + 36, 30, name)
    out.text(20, 390, "Hollow: more than half of the boards reached the limit.", size=12, fill="#444444")
    for number, (kind, (title, unit, ticks)) in enumerate(PANELS.items()):
        panel(out, 80 + 320 * number, title, unit, ticks, series[kind])
    return out.end()


def panel(out, left, title, unit, ticks, lines):
    """Axes, and the lines of one kind of puzzle."""
    width, top, height = 240, 80, 250
    points = [point for line in lines.values() for point in line]
    small, large = (pick(size for size, _ in points) for pick in (min, max))
    low = math.floor(math.log10(min(time.micros for _, time in points)))
    high = math.ceil(math.log10(max(time.micros for _, time in points)))
    across = lambda size: left + width * math.log(size / small) / math.log(large / small)
    up = lambda micros: top + height * (1 - (math.log10(micros) - low) / (high - low))
    out.text(left, top - 14, title, weight="bold")
    for power in range(low, high + 1):
        out.add("path", d=f"M{left} {up(10**power):.1f}h{width}", stroke="#dddddd")
        out.text(left - 8, up(10**power) + 4, scale(power), size=12, anchor="end")
    for size in ticks:
        out.add("path", d=f"M{across(size):.1f} {top + height}v5", stroke="#333333")
        out.text(across(size), top + height + 19, str(size), size=12, anchor="middle")
    out.add("path", d=f"M{left} {top}v{height}h{width}", stroke="#333333")
    out.text(left + width / 2, top + height + 38, unit, size=12, anchor="middle")
    for number, (program, line) in enumerate(lines.items()):
        colour = PROGRAMS[program][1]
        places = [(across(size), up(time.micros), time.stopped) for size, time in line]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in places)
        out.add("path", d=f"M{path}", stroke=colour, stroke_width=2.5, stroke_linejoin="round")
        for x, y, stopped in places:
            out.mark(x, y, colour, number, not stopped)


def scale(power):
    """A power of ten of microseconds."""
    number, unit = 10 ** (power % 3), ["µs", "ms", "s"][power // 3]
    return f"{number} {unit}"


class Svg:
    """A drawing that is being written."""

    def __init__(self, width, height):
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        self.lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" fill="none">']

    def add(self, tag, content=None, **attributes):
        """An element."""
        written = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.lines.append(f"<{tag}{written}/>" if content is None else f"<{tag}{written}>{content}</{tag}>")

    def text(self, x, y, content, size=14, anchor="start", weight="normal", fill="#111111"):
        """A text at its baseline."""
        place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "font_size": size, "fill": fill}
        self.add("text", content, **place, text_anchor=anchor, font_weight=weight)

    def mark(self, x, y, colour, shape, full):
        """A disc or a square, full or hollow."""
        how = {"fill": colour if full else "#ffffff", "stroke": colour, "stroke_width": 1.5}
        if shape == 0:
            self.add("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=4, **how)
        else:
            self.add("rect", x=f"{x - 3.5:.1f}", y=f"{y - 3.5:.1f}", width=7, height=7, **how)

    def end(self):
        """The whole drawing."""
        return "\n".join([*self.lines, "</svg>", ""])


if __name__ == "__main__":
    main()
