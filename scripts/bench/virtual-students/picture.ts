import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PhaseFigures } from "./job.ts";

const FOLDER = path.join(import.meta.dirname, "..", "..", "..", "dist", "bench");

const WIDTH = 900;
/** Of each of the two charts. */
const HEIGHT = 220;
const LEFT = 70;
const RIGHT = 20;
const TOP = 50;
const GAP = 50;

/** A moment that the picture names. */
export interface Mark {
  /** Seconds from the start. */
  at: number;
  text: string;
}

interface Curve {
  name: string;
  color: string;
  values: number[];
}

/** The next of 1, 2, 5, 10, 20 … that is not below a value. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
};

/** A chart over the seconds. @param top the place of its upper edge in the picture */
const chart = (top: number, title: string, curves: readonly Curve[], marks: readonly Mark[]) => {
  const length = Math.max(...curves.map(({ values }) => values.length));
  const most = roundUp(Math.max(...curves.flatMap(({ values }) => values)));
  const x = (second: number) => LEFT + ((WIDTH - LEFT - RIGHT) * second) / length;
  const y = (value: number) => top + HEIGHT - (HEIGHT * value) / most;
  const levels = [0, 0.25, 0.5, 0.75, 1].map((part) => part * most);
  const times = Array.from({ length: Math.ceil(length / 10) }, (_, at) => at * 10);
  return [
    ...levels.map(
      (level) =>
        `<path class="grid" d="M${LEFT} ${y(level)}H${WIDTH - RIGHT}"/>` +
        `<text x="${LEFT - 8}" y="${y(level) + 4}" text-anchor="end">${level}</text>`,
    ),
    ...times.map(
      (time) =>
        `<text x="${x(time)}" y="${top + HEIGHT + 18}" text-anchor="middle">${time} s</text>`,
    ),
    ...marks.map(
      ({ at, text }) =>
        `<path class="mark" d="M${x(at)} ${top}V${top + HEIGHT}"/>` +
        `<text x="${x(at) + 4}" y="${top + 12}">${text}</text>`,
    ),
    `<text x="${LEFT}" y="${top - 8}">${title}: ${curves
      .map(({ name, color }) => `<tspan fill="${color}">${name}</tspan>`)
      .join(", ")}</text>`,
    ...curves.map(({ color, values }) => {
      const points = values.map((value, at) => `${x(at + 0.5).toFixed(1)},${y(value).toFixed(1)}`);
      return `<polyline stroke="${color}" points="${points.join(" ")}"/>`;
    }),
  ].join("\n");
};

/** Draws the latencies and the answers of each second into `dist/bench/`, and prints where. */
export const writePicture = (
  name: string,
  seconds: readonly PhaseFigures[],
  marks: readonly Mark[],
): void => {
  const curve = (title: string, color: string, value: (second: PhaseFigures) => number) => ({
    name: title,
    color,
    values: seconds.map(value),
  });
  const latencies = [
    curve("99th percentile", "#b3261e", ({ p99 }) => p99),
    curve("median", "#1f5fa8", ({ median }) => median),
  ];
  const answers = [
    curve("begun", "#777777", ({ begun }) => begun),
    curve("answered within a second", "#1b7f3b", ({ goodput }) => goodput),
    curve("refused", "#b3261e", ({ refused }) => refused),
  ];
  const second = TOP + HEIGHT + GAP;
  const height = second + HEIGHT + 30;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<style>polyline{fill:none;stroke-width:1.5}.grid{stroke:#dddddd}.mark{stroke:#999999;stroke-dasharray:4 3}</style>
<rect width="100%" height="100%" fill="white"/>
<text x="${LEFT}" y="20" font-size="15">${name}</text>
${chart(TOP, "Latency of accepted calls in ms", latencies, marks)}
${chart(second, "Calls a second", answers, marks)}
</svg>
`;
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `load-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.svg`);
  writeFileSync(file, svg);
  console.log(`    ${path.relative(process.cwd(), file)} shows it second by second`);
};
