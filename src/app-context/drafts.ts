import { createDrafts, type Drafts } from "../core/drafts.ts";
import type { App } from "./app.ts";
import { personIdOf } from "./person-id.ts";
import { serviceOf } from "./service.ts";

const create = (app: App) => {
  const drafts = createDrafts({ ...app.machine, personId: personIdOf(app) });
  addEventListener("pagehide", drafts.flush);
  const stop = app.onSessionEnd(() => {
    drafts.stop();
    removeEventListener("pagehide", drafts.flush);
    stop();
  });
  return drafts;
};

/** The drafts of the signed-in person. Several features share them. */
export const draftsOf = (app: App): Drafts => serviceOf(app, create);
