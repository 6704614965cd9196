import { DESK } from "../../app-context/desk-links.ts";
import { createFeature } from "../../app-context/feature.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import { createDeskChunk } from "./desk-chunk.ts";

/** The work on one hand-in. */
export const deskHandIn = createFeature({
  path: `${DESK}/hand-ins/:id`,
  title: "desk.name",
  level: TUTOR_LEVEL,
  load: createDeskChunk(() => import(/* webpackChunkName: "desk" */ "./hand-in-screen.tsx")),
});

/** The work on one conversation. */
export const deskMessage = createFeature({
  path: `${DESK}/messages/:id`,
  title: "desk.name",
  level: TUTOR_LEVEL,
  load: createDeskChunk(() => import(/* webpackChunkName: "desk" */ "./message-screen.tsx")),
});

/** What waits for the tutors. */
export const desk = createFeature({
  path: DESK,
  title: "desk.name",
  level: TUTOR_LEVEL,
  load: createDeskChunk(() => import(/* webpackChunkName: "desk" */ "./queue-screen.tsx")),
});
