import * as v from "valibot";
import type { App } from "../../app-context/app.ts";
import { type Drafting, useDrafting } from "../../app-context/drafting.ts";
import { draftsOf } from "../../app-context/drafts.ts";
import { useService } from "../../app-context/service.ts";
import type { Id } from "../../contract/wire.ts";
import { createDraftCheck, type DraftCheckModel } from "./draft-check-model.ts";

const typed = v.record(v.string(), v.string());

const create = (app: App) => {
  const checks = new Map<string, DraftCheckModel>();
  return (assignment: Id, drafting: Drafting): DraftCheckModel => {
    const key = String(assignment);
    const found = checks.get(key);
    if (found) return found;
    const stored = draftsOf(app).draft(`draft-check/${key}`, typed);
    const made = createDraftCheck({ drafting, stored });
    checks.set(key, made);
    return made;
  };
};

/** The check of an assignment. It outlives the screen. */
export const useDraftCheck = (assignment: Id): DraftCheckModel => {
  const checks = useService(create);
  return checks(assignment, useDrafting());
};
