import { createHtmlChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { knownWeekStart } from "../../app-context/known-week-start.ts";
import { PROGRESS } from "../../app-context/links.ts";
import type { getToday } from "../../contract/progress.ts";
import { insideMessages } from "../../i18n/messages/inside.ts";

/** Progress in the course, and what to study today. */
export const progress = createFeature({
  path: PROGRESS,
  title: "progress.title",
  load: createHtmlChunk(
    () => import(/* webpackChunkName: "progress" */ "./progress-screen.tsx"),
    insideMessages,
  ),
  prefetchData(app) {
    const { study, transport, machine, language } = app;
    const courseId = study.state.selection?.course.id;
    const code = language.state.language;
    const weekStart = knownWeekStart(app);
    // If nobody knows the first day of the week, the screen's code has it.
    if (!courseId || !weekStart) return;
    transport.prefetch<typeof getToday>({
      path: "/user/progress/today/:courseId",
      params: { courseId },
      query: { language: code, weekStart, zone: machine.zone() },
    });
  },
});
