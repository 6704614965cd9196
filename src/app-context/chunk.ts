import type { ComponentType } from "react";
import type { MessageFile } from "../i18n/message-files.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { prepareHtmlText } from "../ui/html-text.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import type { BaseApp } from "./app.ts";
import { useBaseApp } from "./app-context.ts";
import { loadStyle } from "./page-files.ts";

type Module<Props> = { default: ComponentType<Props> };

/** Loads a component with its messages and styles. Rejects if one of them cannot be fetched. */
export type LoadChunk<Props> = (app: Pick<BaseApp, "language">) => Promise<Module<Props>>;

/**
 * Creates the loader of a chunk. It fetches code, messages and styles in parallel.
 * @param name of the style sheet, which is that of the chunk if no other one shares it
 * @param texts the file of messages that it needs besides `inside`
 */
export const createChunk =
  <Props>(
    name: string,
    load: () => Promise<Module<Props>>,
    texts: MessageFile = "further",
  ): LoadChunk<Props> =>
  async ({ language }) => {
    const [module] = await withTimeout(
      Promise.all([load(), language.require(texts), loadStyle(name)]),
    );
    return module;
  };

/**
 * Like `createChunk`, for a component that shows texts of the school: it loads the sanitiser too.
 */
export const createHtmlChunk = <Props>(
  name: string,
  load: () => Promise<Module<Props>>,
  texts?: MessageFile,
): LoadChunk<Props> => {
  const loadChunk = createChunk(name, load, texts);
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
