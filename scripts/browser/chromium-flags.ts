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
