import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { deskCountsOf } from "./desk-counts.ts";
import { createGivenAnswer } from "./given-answer.ts";
import { createQueue } from "./queue.ts";
import { createSavedComments } from "./saved-comments.ts";
import { taughtCoursesOf } from "./taught-courses.ts";
import { createWorkCache } from "./work.ts";

const create = (app: App) => {
  const counts = deskCountsOf(app);
  const taught = taughtCoursesOf(app);
  const workCache = createWorkCache(app);
  return {
    counts,
    /** What the tutor has chosen to see, until the page is closed. */
    view: proxy({ showsAttempt: false }),
    queue: createQueue({
      send: app.transport.send,
      onCounts: counts.show,
      onCourses(courses) {
        taught.courses = courses;
      },
    }),
    workCache,
    given: createGivenAnswer(app, workCache),
    comments: createSavedComments(app),
  };
};

/** The desk of the signed-in tutor. */
export const useDesk = () => useService(create);
