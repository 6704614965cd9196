import { createUnsentTexts, type UnsentTexts } from "../core/unsent-texts.ts";
import type { App } from "./app.ts";
import { personIdOf } from "./person-id.ts";
import { serviceOf } from "./service.ts";

const create = (app: App) => {
  const unsentTexts = createUnsentTexts({ ...app.machine, personId: personIdOf(app) });
  addEventListener("pagehide", unsentTexts.flush);
  const stop = app.onSessionEnd(() => {
    unsentTexts.stop();
    removeEventListener("pagehide", unsentTexts.flush);
    stop();
  });
  return unsentTexts;
};

/** The unsent texts of the signed-in person. Several features share them. */
export const unsentTextsOf = (app: App): UnsentTexts => serviceOf(app, create);
