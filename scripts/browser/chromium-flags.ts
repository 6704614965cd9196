/** For tests and measurements: no window, no sandbox (which root cannot have), nothing sent home. */
export const chromiumFlags = [
  "--headless",
  "--disable-gpu",
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
] as const;
