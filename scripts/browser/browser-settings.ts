/**
 * Whether a browser gives a frame of another site its storage. Browsers differ, and so do their versions: a test
 * that shows such a frame sets it.
 */
export type FrameStorage = "given" | "refused";

/**
 * The preferences of a profile, which `start-profile.ts` of the browser tests writes. Debian's Chromium blocks other
 * sites' cookies unless a profile says otherwise. That refuses a frame its storage, too, where storage has no
 * partition for each site, which Playwright turns off. The headless shell knows no such preference, and gives it.
 */
export const chromiumPreferences = (storage: FrameStorage) => ({
  // "Block third-party cookies": 0 never, 1 always, 2 in private windows, as Playwright's contexts are.
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

/** What versions of Firefox decide differently, as the tests need it. */
export const firefoxPreferences = (storage: FrameStorage) => {
  // 5 gives each site's frames their own, and is the default since Firefox 103; 1 refuses other sites' frames.
  const behavior = storage === "given" ? 5 : 1;
  return {
    "network.cookie.cookieBehavior": behavior,
    "network.cookie.cookieBehavior.pbmode": behavior,
    // `Partitioned`, the default since Firefox 141.
    "network.cookie.CHIPS.enabled": true,
    // Schools of the tests are served without HTTPS, too.
    "dom.security.https_first": false,
    "dom.security.https_first_pbm": false,
    "dom.security.https_only_mode": false,
  };
};
