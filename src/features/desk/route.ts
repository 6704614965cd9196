import { DESK } from "../../app-context/desk-links.ts";
import { createFeature } from "../../app-context/feature.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { createDeskChunk } from "./desk-chunk.ts";

/** What waits for the tutors. */
export const desk = createFeature({
  path: DESK,
  title: "desk.name",
  level: TUTOR_LEVEL,
  load: createDeskChunk(() => import(/* webpackChunkName: "desk" */ "./queue-screen.tsx")),
});
