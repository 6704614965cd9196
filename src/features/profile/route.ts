import { createFeature } from "../../app-context/feature.ts";
import { PROFILE } from "../../app-context/links.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import { isLandingPage, loadOwnData } from "./load-own-data.ts";

/** The person's account, courses, measurements and policies. */
export const profile = createFeature({
  path: PROFILE,
  title: "profile.title",
  // Its messages and styles come with the shell's.
  load: () => withTimeout(import(/* webpackChunkName: "profile" */ "./profile-screen.tsx")),
  prefetchData(app) {
    // The component fails in the same way, and shows it.
    if (!isLandingPage()) loadOwnData(app).catch(() => undefined);
  },
});
