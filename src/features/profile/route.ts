import { createFeature } from "../../app-context/feature.ts";
import { PROFILE } from "../../app-context/links.ts";
import { isLandingPage, loadOwnData } from "./load-own-data.ts";

/** The person's account, courses, measurements and policies. */
export const profile = createFeature({
  path: PROFILE,
  title: "profile.title",
  // It comes with the shell, as most people see it first.
  load: () => import(/* webpackChunkName: "inside" */ "./profile-screen.tsx"),
  prefetchData(app) {
    // The component fails in the same way, and shows it.
    if (!isLandingPage()) loadOwnData(app).catch(() => undefined);
  },
});
