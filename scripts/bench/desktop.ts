import path from "node:path";
import { describeRuntime } from "./desktop/app.ts";
import { measureLargeSync } from "./desktop/large-sync.ts";
import { measurePackage } from "./desktop/package-size.ts";
import { measureSecondSync } from "./desktop/second-sync.ts";
import type { Figures } from "./report.ts";

const DEMO_SCHOOL = path.join(import.meta.dirname, "../../resources/demo-school");

/** Measures the desktop app: its sync, its starts, its memory and its package. */
export const measureDesktop = async (): Promise<Figures> => {
  console.log(`  the app on ${describeRuntime()}, in Chromium; the school with TLS and HTTP/2`);
  // Each school and browser ends with this process.
  process.setMaxListeners(100);
  const second = await measureSecondSync(DEMO_SCHOOL);
  const { memory, stall } = await measureLargeSync(DEMO_SCHOOL);
  const packed = await measurePackage();
  if (packed === null) console.log("  no package: neutralino/bin has no runtime");
  return {
    "check of 5,000 files, nothing changed": second.checkMs,
    "memory of a large sync above idle": memory,
    "longest stall while studying meanwhile": stall,
    "start to the first lesson, 5,000 files": second.firstLessonMs,
    ...(packed !== null && { "package for one system": packed }),
  };
};
