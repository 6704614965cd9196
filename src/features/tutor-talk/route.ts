import { createChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { TUTOR_TALK } from "../../app-context/links.ts";
import type { getMessages } from "../../contract/messages.ts";

export const tutorTalk = createFeature({
  path: TUTOR_TALK,
  title: "tutor-talk.title",
  load: createChunk(() => import(/* webpackChunkName: "talk" */ "./tutor-talk-screen.tsx")),
  prefetchData: (app) => app.transport.prefetch<typeof getMessages>({ path: "/user/messages" }),
});
