import type { ComponentType } from "react";
import type { LoadMessages } from "../i18n/create-intl.ts";
import { furtherMessages } from "../i18n/messages/further.ts";
import { never } from "../lib/never.ts";
import { prepareHtmlText } from "../ui/html-text.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import type { BaseApp } from "./app.ts";
import { useBaseApp } from "./app-context.ts";

type Module<Props> = { default: ComponentType<Props> };

/** Loads a component with its messages and styles. Rejects if one of them cannot be fetched. */
export type LoadChunk<Props> = (app: Pick<BaseApp, "language">) => Promise<Module<Props>>;

/**
 * Creates the loader of a chunk. It fetches code, styles and messages in parallel.
 * @param load imports the code. The build fetches its styles with it
 * @param texts the messages that it needs besides those of `inside`
 */
export const createChunk =
  <Props>(
    load: () => Promise<Module<Props>>,
    texts: LoadMessages = furtherMessages,
  ): LoadChunk<Props> =>
  async ({ language }) => {
    const [module] = await Promise.all([load(), language.require(texts)]);
    return module;
  };

/**
 * Like `createChunk`, for a component that shows texts of the school: it loads the sanitiser too.
 */
export const createHtmlChunk = <Props>(
  load: () => Promise<Module<Props>>,
  texts?: LoadMessages,
): LoadChunk<Props> => {
  const loadChunk = createChunk(load, texts);
  return async (app) => {
    const [module] = await Promise.all([loadChunk(app), prepareHtmlText()]);
    return module;
  };
};

/**
 * Creates a component that is loaded when it is first shown.
 * @param Waiting shown while it loads
 */
export const lazyChunk = <Props extends object>(
  load: LoadChunk<Props>,
  Waiting?: ComponentType,
): ComponentType<Props> => lazyComponent((_, app: BaseApp) => load(app), Waiting, useBaseApp);

/**
 * Like `lazyChunk`, for what a page can do without.
 * @param Without shown while it loads, and if it cannot be loaded; absent: nothing. It is tried again when it is
 * shown the next time
 */
export const optionalChunk = <Props extends object>(
  load: LoadChunk<Props>,
  Without: ComponentType = () => null,
): ComponentType<Props> => lazyChunk((app) => load(app).catch(() => never), Without);
