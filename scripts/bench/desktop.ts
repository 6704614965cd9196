import path from "node:path";
import { describeRuntime } from "./desktop/app.ts";
import { compareWithCurl } from "./desktop/compare-with-curl.ts";
import { measureLargeSync } from "./desktop/large-sync.ts";
import { measurePackage } from "./desktop/package-size.ts";
import { measureSecondSync } from "./desktop/second-sync.ts";
import { measureWriteRates } from "./desktop/write-rates.ts";
import type { Figures } from "./report.ts";

const root = path.join(import.meta.dirname, "..", "..");
/** The author's folder has few files of its own, so that nearly all files are generated. */
const SMALL_SCHOOL = path.join(root, "tests/server/fixtures/school");
const DEMO_SCHOOL = path.join(root, "resources/demo-school");

const fast = { bitsPerSecond: 20e6, roundTripMs: 100 };
const distant = { bitsPerSecond: 20e6, roundTripMs: 400 };
/** 150 files of 20 kB take 15 seconds on it; 1,000 files of 50 kB would take four minutes. */
const slow = { bitsPerSecond: 2e6, roundTripMs: 300 };

/** Measures the desktop app: its sync compared with curl, its starts, its memory and its package. */
export const measureDesktop = async (): Promise<Figures> => {
  console.log(`  the app on ${describeRuntime()}, in Chromium; the school with TLS and HTTP/2`);
  // Each school, line and browser ends with this process.
  process.setMaxListeners(100);
  const folder = SMALL_SCHOOL;
  const large = await compareWithCurl(fast, { folder, files: 1000, bytes: 50_000 });
  const small = await compareWithCurl(fast, { folder, files: 1000, bytes: 5000 });
  const far = await compareWithCurl(distant, { folder, files: 1000, bytes: 5000 });
  const few = await compareWithCurl(slow, { folder, files: 150, bytes: 20_000 });
  const second = await measureSecondSync(DEMO_SCHOOL);
  const { memory, stall } = await measureLargeSync(DEMO_SCHOOL);
  const rates = await measureWriteRates(DEMO_SCHOOL);
  const packed = await measurePackage();
  if (packed === null) console.log("  no package: neutralino/bin has no runtime");
  return {
    "1,000 files of 50 kB at 20 Mbit/s, against curl": large.ratio,
    "1,000 files of 5 kB at 20 Mbit/s, against curl": small.ratio,
    "1,000 files of 5 kB at 20 Mbit/s and 400 ms, against curl": far.ratio,
    "150 files of 20 kB at 2 Mbit/s, against curl": few.ratio,
    "requests under way at once": large.atOnce,
    "check of 5,000 files, nothing changed": second.checkMs,
    "requests of that sync": second.requests,
    "304 among them": second.unchanged,
    "files fetched where 10 of 5,000 changed": second.fetched,
    "memory of a large sync above idle": memory,
    "longest stall while studying meanwhile": stall,
    "sync of large files against the runtime's socket": rates.syncAgainstSocket,
    "zip import against that sync": rates.zipAgainstSync,
    "start to the first lesson, 5,000 files": second.firstLessonMs,
    ...(packed !== null && { "package for one system": packed }),
  };
};
