import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { familyOf, memoryOf, processorTime } from "../process-use.ts";
import { type Figures, median } from "../report.ts";
import type { DeskClient } from "./desk-calls.ts";

/** Time for the garbage of earlier calls to be collected. */
const IDLE_MS = 3000;
const WATCH_MS = 5;

/** What a tutor draws: strokes, arrows, words, and lengths. */
const shapes = Array.from({ length: 12 }, (_, at) => {
  const y = 600 * (at + 1);
  const points = Array.from({ length: 400 }, (__, step) =>
    step % 2 === 0 ? 800 + 20 * step : y + ((step * 37) % 300),
  );
  return [
    { kind: "pen", ink: "red", points },
    { kind: "arrow", ink: "blue", from: { x: 900, y }, to: { x: 8000, y: y + 400 } },
    { kind: "text", ink: "black", at: { x: 1000, y }, text: "Take the ease out of the back" },
    { kind: "measure", ink: "green", from: { x: 500, y }, to: { x: 9000, y }, mm: 240 },
  ];
}).flat();

const answer = async ({ url, token }: DeskClient, upload: number): Promise<void> => {
  const drawings = [{ file: 0, pages: [{ page: 1, turn: 0, shapes }] }];
  const given = await fetch(`${url}/api/desk/hand-ins/${upload}/answer`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({ state: "returned", text: "Once more", replaces: null, drawings }),
  });
  if (given.status !== 201) throw new Error(`${given.status}: ${await given.text()}`);
};

/** Sums what the server and the processes that it has started use. */
const sum = (pid: number, use: (pid: number) => number): number =>
  familyOf(pid).reduce((total, each) => total + (use(each) || 0), 0);

/** Draws on the photos of some hand-ins. The memory is that of the server's processes at its most. */
export const measureMarking = async (
  client: DeskClient,
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
  for (const upload of uploads) {
    const [cost, time] = [sum(pid, processorTime), performance.now()];
    await answer(client, upload);
    costs.push((sum(pid, processorTime) - cost) / 1000);
    times.push((performance.now() - time) / 1000);
  }
  clearInterval(watch);
  const list = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(", ");
  console.log(
    `    marked copies of 12 megapixels: processor ${list(costs)} s, until the answer ${list(times)} s, ` +
      `memory ${idle.toFixed(0)} MB, at most ${most.toFixed(0)} MB`,
  );
  return {
    "a marked copy of 12 megapixels, processor time": median(costs),
    "a marked copy of 12 megapixels, memory above idle": most - idle,
  };
};
