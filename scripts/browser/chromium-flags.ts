/** Flags for tests and measurements: no window, no sandbox (not available to root), no telemetry. */
export const chromiumFlags = [
  "--headless",
  "--disable-gpu",
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
] as const;

/** Further flags for tests: fewer processes for a browser, which saves a tenth of its time. */
export const testFlags = [
  ...chromiumFlags,
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
] as const;
