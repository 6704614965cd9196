import type { getDefaultMeasurement, getMeasurements } from "../../contract/measurements.ts";
import { BASE } from "../location.ts";
import { plainPart } from "./part.ts";
import type { ScreenProps } from "./screen-props.ts";

const load = plainPart(
  "own-data",
  () => import(/* webpackChunkName: "own-data" */ "./own-data.tsx"),
);

/** Fetches measurements and policies, code and data side by side. */
export const loadOwnData = (props: Pick<ScreenProps, "app">) => {
  const { ask } = props.app.transport;
  ask<typeof getMeasurements>({ path: "/user/measurements" });
  ask<typeof getDefaultMeasurement>({ path: "/user/measurements/default" });
  return load(props);
};

/**
 * Whether the profile is only where one comes out after signing in. Most go on to a lesson from
 * there, whose code comes first then.
 */
export const isLanding = (): boolean =>
  location.pathname !== `${BASE}/profile` || history.state?.landing === true;
