import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { App } from "../../../app-context/app.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import type { Id } from "../../../contract/wire.ts";
import { createStored } from "../../../core/stored.ts";
import type { KeyValue } from "../../../platform/ports.ts";

/** Whose numbers and figures lessons show. */
export const CHOICES = ["own", "both", "example"] as const;
export type DraftChoice = (typeof CHOICES)[number];

const choices = v.record(v.string(), v.picklist(CHOICES));

/** What the person has chosen for each course, by the course's key. It is kept on this machine. */
export const createDraftChoice = (storage: KeyValue, personId: Id) => {
  const stored = createStored(storage, `lesson-drafts.v1/${encodeURIComponent(personId)}`, choices);
  const state = proxy({ choices: stored.read() ?? {} });
  return {
    state,
    choose(course: string, choice: DraftChoice) {
      state.choices = { ...state.choices, [course]: choice };
      stored.write({ ...state.choices });
    },
  };
};

/** For `useService`. */
export const draftChoiceOf = (app: App) => createDraftChoice(app.machine.storage, personIdOf(app));
