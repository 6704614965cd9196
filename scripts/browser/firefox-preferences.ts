import type { FrameStorage } from "./chromium-flags.ts";

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
