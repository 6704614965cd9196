import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { deskCountsOf } from "./desk-counts.ts";
import { createGivenAnswer } from "./given-answer.ts";
import { createQueue } from "./queue.ts";
import { createSavedComments } from "./saved-comments.ts";
import { createWorkCache } from "./work.ts";

const create = (app: App) => {
  const workCache = createWorkCache(app);
  return {
    counts: deskCountsOf(app),
    /** What the tutor has chosen to see, until the page is closed. */
    view: proxy({ showsAttempt: false }),
    queue: createQueue(app),
    workCache,
    given: createGivenAnswer(app, workCache),
    comments: createSavedComments(app),
  };
};

export const useDesk = () => useService(create);
