import type { BaseApp } from "../../../app-context/app.ts";
import { furtherMessages } from "../../../i18n/messages/further.ts";
import { patternsMessages } from "../../../i18n/messages/patterns.ts";
import LessonDraft from "./lesson-draft.tsx";

/** Loads the texts of drafts in lessons, whose addresses are in this code. */
export const loadTexts = async ({ language }: Pick<BaseApp, "language">) => {
  await Promise.all([language.require(patternsMessages), language.require(furtherMessages)]);
  return { default: LessonDraft };
};
