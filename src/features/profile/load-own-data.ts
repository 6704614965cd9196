import type { App } from "../../app-context/app.ts";
import { createChunk } from "../../app-context/chunk.ts";
import { PROFILE } from "../../app-context/links.ts";
import { BASE } from "../../app-context/location.ts";
import type { getDefaultMeasurement, getMeasurements } from "../../contract/measurements.ts";

const load = createChunk(() => import(/* webpackChunkName: "own-data" */ "./own-data.tsx"));

/** Fetches the code and data of password, measurements and policies in parallel. */
export const loadOwnData = (app: App) => {
  const { prefetch } = app.transport;
  prefetch<typeof getMeasurements>({ path: "/user/measurements" });
  prefetch<typeof getDefaultMeasurement>({ path: "/user/measurements/default" });
  return load(app);
};

/**
 * Whether the profile is only the landing page after signing in. Most people go on to a lesson
 * from there, so the lesson's code is fetched first.
 */
export const isLandingPage = (): boolean =>
  location.pathname !== BASE + PROFILE || history.state?.landing === true;
