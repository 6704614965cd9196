import path from "node:path";
import { pathToFileURL } from "node:url";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { type RunningSchool, startSchool } from "../school/start-school.ts";
import type { Load } from "./load.ts";
import { median } from "./median.ts";
import { processorTime } from "./process-use.ts";
import { putLoad } from "./put-load.ts";
import type { Figures } from "./report.ts";

const ROUNDS = 6;

const RULES_OFF = pathToFileURL(path.join(import.meta.dirname, "rules-off.ts")).href;

const PICTURE = "/api/assets/fetchData?product=PM&title=workplace.svg";

type Loads = Record<"a picture" | "a completed lesson" | "a note", Load>;

/** The loads of a student on one of the servers. */
const loadsOn = async ({ url }: RunningSchool): Promise<Loads> => {
  const api = await openApi(url, "student");
  const headers = { authorization: `Bearer ${api.token}` };
  const { entries } = await readCourse(api, "PM", "PMB");
  const first = entries[0]?.lessons[0]?.id ?? 0;
  return {
    "a picture": { url: `${url}${PICTURE}`, headers, status: 200 },
    "a completed lesson": { url, headers, status: 200, complete: [first] },
    "a note": {
      url,
      headers: { ...headers, "content-type": "application/json" },
      status: 200,
      note: first,
    },
  };
};

/** The processor time that a server takes for one request, in milliseconds. */
const costOf = async ({ pid }: RunningSchool, load: Load): Promise<number> => {
  const before = processorTime(pid);
  const { requests } = await putLoad(load);
  return (processorTime(pid) - before) / requests;
};

/**
 * Measures what the file rule and the limits of accounts cost: the processor time of a request, as a
 * ratio to that of a server without them. Both run at the same time and take turns, so that other
 * load on the machine affects them alike.
 */
export const measureRulesCost = async (): Promise<Figures> => {
  const schools: RunningSchool[] = [];
  try {
    const limited = await startSchool();
    schools.push(limited);
    const without = await startSchool({ settings: { NODE_OPTIONS: `--import=${RULES_OFF}` } });
    schools.push(without);
    const loads = await loadsOn(limited);
    const loadsWithout = await loadsOn(without);
    const figures: Figures = {};
    for (const name of Object.keys(loads) as (keyof Loads)[]) {
      const ratios: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const own = () => costOf(limited, loads[name]);
        const other = () => costOf(without, loadsWithout[name]);
        // Each goes first in every second round.
        const isFirst = round % 2 === 0;
        const before = isFirst ? await own() : await other();
        const after = isFirst ? await other() : await own();
        // The first round is a warm-up.
        if (round > 0) ratios.push(isFirst ? before / after : after / before);
      }
      figures[`${name} with file rule and limits, against without`] = median(ratios);
      console.log(
        `  ${name}, with against without: ${ratios.map((ratio) => ratio.toFixed(3)).join(", ")}`,
      );
    }
    return figures;
  } finally {
    for (const school of schools) await school.stop();
  }
};
