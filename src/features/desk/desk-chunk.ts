import type { ComponentType } from "react";
import { createChunk, type LoadChunk } from "../../app-context/chunk.ts";
import { deskMessages } from "../../i18n/messages/desk.ts";
import { furtherMessages } from "../../i18n/messages/further.ts";

/**
 * Creates the loader of a screen of the desk. It has words of its own, and shares those of
 * assignments and measures with all other screens.
 */
export const createDeskChunk = (
  load: () => Promise<{ default: ComponentType<object> }>,
): LoadChunk<object> => {
  const loadChunk = createChunk(load, deskMessages);
  return async (app) => {
    const [module] = await Promise.all([loadChunk(app), app.language.require(furtherMessages)]);
    return module;
  };
};
