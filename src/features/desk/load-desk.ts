import { createChunk, type LoadChunk } from "../../app-context/chunk.ts";
import { deskMessages } from "../../i18n/messages/desk.ts";
import { furtherMessages } from "../../i18n/messages/further.ts";
import DeskInstead, { type DeskInsteadProps } from "./desk-instead.tsx";
import DeskLink from "./desk-link.tsx";

/*
 * What loads the rest of the desk. It is in the desk's first chunk, and the names and texts of the
 * others with it: in the app's own script they would be a part of every sign-in.
 */

/** The link in the header, with its texts. */
export const loadDeskLink: LoadChunk<object> = createChunk(
  async () => ({ default: DeskLink }),
  deskMessages,
);

/** The way to the desk from the assignments. */
export const loadDeskInstead: LoadChunk<DeskInsteadProps> = createChunk(
  async () => ({ default: DeskInstead }),
  deskMessages,
);

const loadOwn = createChunk(
  () => import(/* webpackChunkName: "desk-screens" */ "./desk-screens.tsx"),
  deskMessages,
);

/** The screens. They share the words of assignments and measures with all others. */
export const loadDeskScreens: LoadChunk<object> = async (app) => {
  const [module] = await Promise.all([loadOwn(app), app.language.require(furtherMessages)]);
  return module;
};
