import { describeRuntime } from "./desktop/app.ts";
import { measurePackage } from "./desktop/package-size.ts";
import { measureSync } from "./desktop/sync.ts";
import type { Figures } from "./report.ts";

/** Measures the desktop app: its sync, its starts, its memory and its package. */
export const measureDesktop = async (): Promise<Figures> => {
  console.log(`  the app on ${describeRuntime()}, in Chromium; the school with TLS and HTTP/2`);
  // The school and each browser end with this process.
  process.setMaxListeners(100);
  const synced = await measureSync();
  const packed = await measurePackage();
  if (packed === null) console.log("  no package: neutralino/bin has no runtime");
  return {
    ...synced,
    ...(packed !== null && { "package for one system": packed }),
  };
};
