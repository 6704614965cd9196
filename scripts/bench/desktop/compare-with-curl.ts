import { median } from "../median.ts";
import { openApp } from "./app.ts";
import { type FileList, listFiles, timeCurl } from "./curl.ts";
import { type FillOptions, fillSchool } from "./filled-school.ts";
import { type LineSpeed, openLine } from "./line.ts";
import type { PageNotes } from "./page-notes.ts";
import { type ServedSchool, serveSchool } from "./serve-school.ts";
import { signInOnce } from "./signed-in-home.ts";
import { waitForSync } from "./synced.ts";

const RUNS = 5;
const LIMIT_MS = 180_000;

export interface CurlComparison {
  /** Duration of the sync divided by that of curl. */
  ratio: number;
  /** Maximum number of file requests that waited for their answers at the same time. */
  atOnce: number;
  line: string;
}

interface Sync {
  /** Milliseconds from the first file request until all files are verified, saved and in the tree. */
  files: number;
  /** The same from the sync's first request. */
  whole: number;
  atOnce: number;
}

/**
 * Counted in the page until the first byte of each answer, as the server finishes sending small files
 * long before they arrive.
 */
const maxConcurrent = (calls: PageNotes["calls"]): number => {
  const changes = calls
    .filter(({ url }) => url.includes("/files/read"))
    .flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    .toSorted((a, b) => a.at - b.at || a.by - b.by);
  let open = 0;
  return changes.reduce((most, { by }) => {
    open += by;
    return Math.max(most, open);
  }, 0);
};

const syncOnce = async (school: ServedSchool, home: string, list: FileList): Promise<Sync> => {
  const app = await openApp(school.address, home);
  try {
    const end = await waitForSync(app.dataFolder, list.distinct, LIMIT_MS);
    const { calls } = await app.notes();
    const from = (path: RegExp) => calls.find(({ url }) => path.test(url))?.from ?? Number.NaN;
    return {
      files: end - from(/\/files\/(read|bundle)/),
      whole: end - from(/\/menu\/checksum/),
      atOnce: maxConcurrent(calls),
    };
  } finally {
    await app.close();
  }
};

/** Compares the app's first sync with curl on the same line, alternating between them. */
export const compareWithCurl = async (
  speed: LineSpeed,
  filling: FillOptions,
): Promise<CurlComparison> => {
  const data = await fillSchool(filling);
  const line = openLine(speed);
  const school = await serveSchool(data.dataDir, line);
  try {
    const home = await signInOnce(school.address, data);
    const list = await listFiles(school.address);
    const runs: { sync: Sync; curl: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const curl = await timeCurl(school.address, list);
      const sync = await syncOnce(school, home.copy(), list);
      runs.push({ sync, curl });
      console.log(
        `  ${filling.files} × ${filling.bytes} bytes, ${speed.bitsPerSecond / 1e6} Mbit/s, ` +
          `${speed.roundTripMs} ms, ${line.kind}: curl ${Math.round(curl)} ms, ` +
          `files ${Math.round(sync.files)} ms, whole ${Math.round(sync.whole)} ms, ` +
          `${sync.atOnce} at once`,
      );
    }
    home.remove();
    return {
      ratio: median(runs.map(({ sync, curl }) => sync.files / curl)),
      atOnce: median(runs.map(({ sync }) => sync.atOnce)),
      line: line.kind,
    };
  } finally {
    await school.stop();
    line.close();
    data.remove();
  }
};
