/**
 * Whether a browser gives a frame of another site its storage. Browsers differ, and so do their versions: a test
 * that shows such a frame sets it.
 */
export type FrameStorage = "given" | "refused";

/**
 * The preferences of a profile, which `startProfile` of the browser tests writes. Google's Chromium gives a frame
 * its storage outside of private windows; Debian's refuses it. The headless shell gives it always.
 */
export const chromiumPreferences = (storage: FrameStorage) => ({
  // "Block third-party cookies", which storage follows: 0 never, 1 always, 2 in private windows.
  profile: { cookie_controls_mode: storage === "given" ? 0 : 1 },
});

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

/**
 * Further flags for tests: fewer processes for a browser, which saves a tenth of its time. What versions of Chromium
 * decide differently, Playwright sets: no upgrades to HTTPS, no blocked pop-ups, no translation. A second list of
 * disabled features would replace its own.
 */
export const testFlags = [
  ...chromiumFlags,
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
] as const;
