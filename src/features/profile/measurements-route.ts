import { createChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { MEASUREMENTS } from "../../app-context/links.ts";

export const measurementsFeature = createFeature({
  path: MEASUREMENTS,
  title: "measurements.title",
  load: createChunk(
    () => import(/* webpackChunkName: "own-data" */ "./measurements/own-measurements.tsx"),
  ),
});
