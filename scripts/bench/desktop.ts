import path from "node:path";
import { measureAgainstCurl } from "./desktop/against-curl.ts";
import { runsOn } from "./desktop/app.ts";
import { measureLargeSync } from "./desktop/large-sync.ts";
import { measurePackage } from "./desktop/package-size.ts";
import { measureSecondSync } from "./desktop/second-sync.ts";
import { measureWriteRates } from "./desktop/write-rates.ts";
import type { Figures } from "./report.ts";

const root = path.join(import.meta.dirname, "..", "..");
/** Hardly any files of its own: what is put into it is nearly all there is. */
const SMALL_SCHOOL = path.join(root, "tests/server/fixtures/school");
const DEMO_SCHOOL = path.join(root, "resources/demo-school");

const fast = { bitsPerSecond: 20e6, roundTripMs: 100 };
/** 150 files of 20 kB take a quarter of a minute on it; 1,000 of 50 kB would take four. */
const slow = { bitsPerSecond: 2e6, roundTripMs: 300 };

/** The desktop app: its sync against curl on the same line, its starts, its memory and its package. */
export const measureDesktop = async (): Promise<Figures> => {
  console.log(`  the app on ${runsOn()}, in Chromium; the school with TLS and HTTP/2`);
  // Each school, line and browser goes when this process does.
  process.setMaxListeners(100);
  const folder = SMALL_SCHOOL;
  const large = await measureAgainstCurl(fast, { folder, files: 1000, bytes: 50_000 });
  const small = await measureAgainstCurl(fast, { folder, files: 1000, bytes: 5000 });
  const few = await measureAgainstCurl(slow, { folder, files: 150, bytes: 20_000 });
  const second = await measureSecondSync(DEMO_SCHOOL);
  const { memory, stall } = await measureLargeSync(DEMO_SCHOOL);
  const rates = await measureWriteRates(DEMO_SCHOOL);
  const packed = await measurePackage();
  if (packed === null) console.log("  no package: neutralino/bin has no runtime");
  return {
    "1,000 files of 50 kB at 20 Mbit/s, against curl": large.ratio,
    "1,000 files of 5 kB at 20 Mbit/s, against curl": small.ratio,
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
