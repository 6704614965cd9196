import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { type RunningSchool, startSchool } from "../school/start-school.ts";
import type { Load } from "./load.ts";
import { median } from "./median.ts";
import { costOf } from "./put-load.ts";
import type { Figures } from "./report.ts";

const ROUNDS = 6;

const RULES_SWITCH = pathToFileURL(path.join(import.meta.dirname, "rules-switch.ts")).href;

const PICTURES = "/api/assets/fetchData?product=PM&title=";

interface Requests {
  /** A picture of a lesson that the student may not open yet. */
  closed: Load;
  loads: Record<"a picture" | "a completed lesson" | "a note", Load>;
}

/** The requests of a student. */
const requestsOf = async ({ url }: RunningSchool): Promise<Requests> => {
  const api = await openApi(url, "student");
  // As a browser asks.
  const headers = { authorization: `Bearer ${api.token}`, "accept-encoding": "br" };
  const { entries } = await readCourse(api, "PM", "PMB");
  const first = entries[0]?.lessons[0]?.id ?? 0;
  const picture = (name: string, status: number) => ({
    url: `${url}${PICTURES}${name}.svg`,
    headers,
    status,
  });
  return {
    closed: picture("skirt-side-seam", 403),
    loads: {
      "a picture": picture("workplace", 200),
      "a completed lesson": { url, headers, status: 200, complete: [first] },
      "a note": { url, headers, status: 200, note: first },
    },
  };
};

/**
 * Switches the rules of a server on or off, and waits until they are.
 * @param closed the address of a picture of a lesson that the student may not open yet
 */
const switchRules = async ({ pid }: RunningSchool, closed: Load): Promise<void> => {
  const statusNow = async () => (await fetch(closed.url, { headers: closed.headers })).status;
  const before = await statusNow();
  process.kill(pid, "SIGUSR2");
  while ((await statusNow()) === before) await pause(10);
};

/**
 * Measures what the file rule and the limits of accounts cost: the processor time of a request, as a
 * ratio to that of the same server without them.
 */
export const measureRulesCost = async (): Promise<Figures> => {
  const school = await startSchool({ settings: { NODE_OPTIONS: `--import=${RULES_SWITCH}` } });
  try {
    const { closed, loads } = await requestsOf(school);
    const figures: Figures = {};
    for (const [name, load] of Object.entries(loads)) {
      const ratios: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        // Each state goes first in every second round.
        const before = await costOf(school.pid, load);
        await switchRules(school, closed);
        const after = await costOf(school.pid, load);
        // The first round is a warm-up.
        if (round > 0) ratios.push(round % 2 === 0 ? before / after : after / before);
      }
      // An odd number of switches was made.
      await switchRules(school, closed);
      figures[`${name} with file rule and limits, against without`] = median(ratios);
      console.log(
        `  ${name}, with against without: ${ratios.map((ratio) => ratio.toFixed(3)).join(", ")}`,
      );
    }
    return figures;
  } finally {
    await school.stop();
  }
};
