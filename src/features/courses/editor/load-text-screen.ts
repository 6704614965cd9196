import type { LoadChunk } from "../../../app-context/chunk.ts";
import { furtherMessages } from "../../../i18n/messages/further.ts";
import { numbersMessages } from "../../../i18n/messages/numbers.ts";
import { patternsMessages } from "../../../i18n/messages/patterns.ts";
import { staffTextMessages } from "../../../i18n/messages/staff-text.ts";
import { EditedTextScreen } from "./edited-text-screen.tsx";

/* Here and not where it is used: the addresses of the texts come with this code. */

/** Loads the names of measures and of what is drafted, too: a lesson can show them. */
export const loadTextScreen: LoadChunk<object> = async ({ language }) => {
  const texts = [staffTextMessages, furtherMessages, patternsMessages, numbersMessages];
  await Promise.all(texts.map((each) => language.require(each)));
  return { default: EditedTextScreen };
};
