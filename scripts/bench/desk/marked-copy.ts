import { setTimeout as pause } from "node:timers/promises";
import {
  MAX_INK,
  MAX_POINTS,
  MAX_SHAPE_TEXT,
  MAX_SHAPES,
  MAX_TEXT,
  type Shape,
} from "../../../src/contract/drawing.ts";
import type { SchoolApi } from "../../school/start-school.ts";
import { familyOf, memoryOf, processorTime } from "../process-use.ts";
import { type Figures, median } from "../report.ts";

/** Time for the garbage of earlier calls to be collected. */
const IDLE_MS = 3000;
const WATCH_MS = 5;

/** What a tutor draws: strokes, arrows, words, and lengths. */
const usual: readonly Shape[] = Array.from({ length: 12 }, (_, at) => {
  const y = 600 * (at + 1);
  const points = Array.from({ length: 400 }, (__, step) =>
    step % 2 === 0 ? 800 + 20 * step : y + ((step * 37) % 300),
  );
  return [
    { kind: "pen", ink: "red", points },
    { kind: "arrow", ink: "blue", from: { x: 900, y }, to: { x: 8000, y: y + 400 } },
    { kind: "text", ink: "black", at: { x: 1000, y }, text: "Take the ease out of the back" },
    { kind: "measure", ink: "green", from: { x: 500, y }, to: { x: 9000, y }, mm: 240 },
  ] satisfies Shape[];
}).flat();

/** The longest texts. Each counts for some signs more than it has. */
const texts = Array.from(
  { length: Math.floor(MAX_TEXT / (MAX_SHAPE_TEXT + 24)) },
  (_, at): Shape => ({
    ...{ kind: "text", ink: "black", at: { x: 100, y: 700 * at } },
    text: "Take the ease out. ".repeat(MAX_SHAPE_TEXT).slice(0, MAX_SHAPE_TEXT),
  }),
);

/** An uneven line to and fro across the picture, with all points, and almost as long as all pen strokes may be. */
const toAndFro = Array.from({ length: MAX_POINTS }, (_, step) => {
  const along = (step * Math.floor(MAX_INK / MAX_POINTS - 5)) % 20_000;
  return [
    Math.min(along, 20_000 - along),
    Math.floor((step * 7000) / MAX_POINTS) + ((step * 37) % 40),
  ];
}).flat();

/** As much as a drawing may hold: one stroke, texts, and arrows across the whole picture. */
const fullest: readonly Shape[] = [
  { kind: "pen", ink: "red", points: toAndFro },
  ...texts,
  ...Array.from(
    { length: MAX_SHAPES - 1 - texts.length },
    (_, at): Shape => ({
      ...{ kind: "arrow", ink: "blue" },
      ...{ from: { x: 0, y: 25 * at }, to: { x: 10_000, y: 7400 - 25 * at } },
    }),
  ),
];

const answer = ({ send }: SchoolApi, upload: number, shapes: readonly Shape[]) => {
  const drawings = [{ file: 0, pages: [{ page: 1, turn: 0, shapes }] }];
  const body = { state: "returned", text: "Once more", replaces: null, drawings };
  return send("POST", `/desk/hand-ins/${upload}/answer`, body);
};

/** Sums what the server and the processes that it has started use. */
const sum = (pid: number, use: (pid: number) => number): number =>
  familyOf(pid).reduce((total, each) => total + (use(each) || 0), 0);

/**
 * Draws on the photos of some hand-ins, on the last one as much as a drawing may hold. The memory is that of the server's
 * processes at its most, for the others.
 */
export const measureMarking = async (
  client: SchoolApi,
  pid: number,
  uploads: readonly number[],
): Promise<Figures> => {
  await pause(IDLE_MS);
  const idle = sum(pid, memoryOf);
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, sum(pid, memoryOf));
  }, WATCH_MS);
  const costs: number[] = [];
  const times: number[] = [];
  /** @returns the processor time, in seconds */
  const mark = async (upload: number, shapes: readonly Shape[]): Promise<number> => {
    const [cost, time] = [sum(pid, processorTime), performance.now()];
    await answer(client, upload, shapes);
    times.push((performance.now() - time) / 1000);
    return (sum(pid, processorTime) - cost) / 1000;
  };
  for (const upload of uploads.slice(0, -1)) costs.push(await mark(upload, usual));
  clearInterval(watch);
  const full = await mark(uploads.at(-1) ?? 0, fullest);
  const list = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(", ");
  console.log(
    `    marked copies of 12 megapixels: processor ${list([...costs, full])} s, until the answer ${list(times)} s, ` +
      `memory ${idle.toFixed(0)} MB, at most ${most.toFixed(0)} MB`,
  );
  return {
    "a marked copy of 12 megapixels, processor time": median(costs),
    "a marked copy with the fullest drawing, processor time": full,
    "a marked copy of 12 megapixels, memory above idle": most - idle,
  };
};
