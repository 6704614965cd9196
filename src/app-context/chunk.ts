import type { ComponentType } from "react";
import type { MessageChunk } from "../i18n/message-chunks.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { prepareHtmlText } from "../ui/html-text.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import type { BaseApp } from "./app.ts";
import { useBaseApp } from "./app-context.ts";
import { loadStyle } from "./page-files.ts";

type Module<Props> = { default: ComponentType<Props> };

/** Fetches a component with its messages and styles. */
export type LoadChunk<Props> = (app: Pick<BaseApp, "language">) => Promise<Module<Props>>;

/**
 * A chunk that is fetched when it is needed: code, messages and styles in parallel.
 * @param name of the chunk, of its messages and of its styles
 */
export const createChunk =
  <Props>(name: MessageChunk, load: () => Promise<Module<Props>>): LoadChunk<Props> =>
  async ({ language }) => {
    const [module] = await withTimeout(
      Promise.all([load(), language.require(name), loadStyle(name)]),
    );
    return module;
  };

/** The same with what it takes to show the school's texts. */
export const createHtmlChunk = <Props>(
  name: MessageChunk,
  load: () => Promise<Module<Props>>,
): LoadChunk<Props> => {
  const loadChunk = createChunk(name, load);
  return async (app) => {
    const [module] = await Promise.all([loadChunk(app), prepareHtmlText()]);
    return module;
  };
};

/**
 * A component that is fetched when it is first shown.
 * @param Waiting shown while it loads
 */
export const lazyChunk = <Props extends object>(
  load: LoadChunk<Props>,
  Waiting?: ComponentType,
): ComponentType<Props> => lazyComponent((_, app: BaseApp) => load(app), Waiting, useBaseApp);
