import type { LoadChunk } from "../../app-context/chunk.ts";
import { patternsMessages } from "../../i18n/messages/patterns.ts";
import PatternsScreen from "./patterns-screen.tsx";

/** Loads what the code of patterns needs besides: its texts, whose addresses are in this code. */
export const loadPatterns: LoadChunk<object> = async ({ language }) => {
  await language.require(patternsMessages);
  return { default: PatternsScreen };
};
