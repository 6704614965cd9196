import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { draftsOf } from "../../app-context/drafts.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useService } from "../../app-context/service.ts";
import { deskCountsOf } from "./desk-counts.ts";
import { createGivenAnswer } from "./given-answer.ts";
import { createQueue } from "./queue.ts";
import { createSavedComments } from "./saved-comments.ts";
import { taughtCoursesOf } from "./taught-courses.ts";
import { createWorks } from "./work.ts";

const create = (app: App) => {
  const counts = deskCountsOf(app);
  const taught = taughtCoursesOf(app);
  const { send, sendForBytes } = app.transport;
  const { randomHex } = app.machine;
  const personId = personIdOf(app);
  const works = createWorks({ send, sendForBytes, drafts: draftsOf(app), randomHex, personId });
  return {
    counts,
    /** What the tutor has chosen to see, until the page is closed. */
    view: proxy({ showsAttempt: false }),
    queue: createQueue({
      send,
      onCounts: counts.show,
      onCourses(courses) {
        taught.courses = courses;
      },
    }),
    works,
    given: createGivenAnswer({ send, works, machine: app.machine, personId }),
    comments: createSavedComments({ send, randomHex }),
  };
};

export type Desk = ReturnType<typeof create>;

/** The desk of the signed-in tutor. */
export const useDesk = () => useService(create);
