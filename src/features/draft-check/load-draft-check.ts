import type { ComponentType } from "react";
import type { LoadChunk } from "../../app-context/chunk.ts";
import { numbersMessages } from "../../i18n/messages/numbers.ts";
import { patternsMessages } from "../../i18n/messages/patterns.ts";
import { DraftCheck } from "./draft-check.tsx";
import { DraftFileView } from "./draft-file-view.tsx";

/* Here and not where they are used: the addresses of the texts come with this code. */

const withTexts =
  <Props>(component: ComponentType<Props>): LoadChunk<Props> =>
  async ({ language }) => {
    await Promise.all([language.require(patternsMessages), language.require(numbersMessages)]);
    return { default: component };
  };

export const loadDraftCheck = withTexts(DraftCheck);

export const loadDraftFileView = withTexts(DraftFileView);
