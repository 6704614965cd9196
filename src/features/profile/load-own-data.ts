import type { App } from "../../app-context/app.ts";
import { createChunk } from "../../app-context/chunk.ts";
import { PROFILE } from "../../app-context/links.ts";
import { BASE } from "../../app-context/location.ts";
import type { getDefaultMeasurement, getMeasurements } from "../../contract/measurements.ts";

const load = createChunk(
  "own-data",
  () => import(/* webpackChunkName: "own-data" */ "./own-data.tsx"),
);

/** Fetches measurements and policies, code and data side by side. */
export const loadOwnData = (app: App) => {
  const { ask } = app.transport;
  ask<typeof getMeasurements>({ path: "/user/measurements" });
  ask<typeof getDefaultMeasurement>({ path: "/user/measurements/default" });
  return load(app);
};

/**
 * Whether the profile is only where one comes out after signing in. Most go on to a lesson from
 * there, whose code comes first then.
 */
export const isLanding = (): boolean =>
  location.pathname !== BASE + PROFILE || history.state?.landing === true;
