import { createFeature } from "../../app-context/feature.ts";
import { PROFILE } from "../../app-context/links.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import { isLanding, loadOwnData } from "./load-own-data.ts";

/** Who one is here, what one may study, and what the school keeps of one. */
export const profile = createFeature({
  path: PROFILE,
  title: "profile.title",
  // Its messages and styles come with the shell's.
  load: () => withTimeout(import(/* webpackChunkName: "profile" */ "./profile-screen.tsx")),
  prefetchData(app) {
    // The component meets the failure again, and shows it.
    if (!isLanding()) loadOwnData(app).catch(() => undefined);
  },
});
