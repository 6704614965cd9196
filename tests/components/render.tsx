import * as React from "react";
import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { inject, onTestFinished } from "vitest";
import { compileMessage } from "../../scripts/build/messages-loader.ts";
import type { Language } from "../../src/domain/languages.ts";
import { createIntl } from "../../src/i18n/create-intl.ts";
import { waitLimitMs } from "../support/limits.ts";

const { act: runtimeAct } =
  inject("runtime") === "react" ? React : await import("preact/test-utils");

/** Does something to the page and waits until the result has been rendered. */
export const act = async (work: () => unknown): Promise<void> => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  try {
    await runtimeAct(async () => {
      await work();
    });
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  }
};

/** Waits until a value is truthy. */
export const waitUntil = async <Value,>(look: () => Value): Promise<NonNullable<Value>> => {
  const end = performance.now() + waitLimitMs();
  while (performance.now() < end) {
    const seen = look();
    if (seen) return seen;
    await act(() => new Promise(setImmediate));
  }
  throw new Error(`It never came. On the page:\n${document.body.innerHTML}`);
};

const TEXTS = import.meta.glob<Record<string, string>>("../../locales/*.json", {
  import: "default",
});

const intls = new Map<Language, Promise<ReturnType<typeof createIntl>>>();

/** All messages of a language, compiled. */
export const messagesIn = async (language: Language) => {
  const texts = (await TEXTS[`../../locales/${language}.json`]?.()) ?? {};
  const messages = Object.entries(texts).map(([id, text]) => [id, compileMessage(text, language)]);
  return Object.fromEntries(messages);
};

const openIntl = async (language: Language) => createIntl(language, await messagesIn(language));

const intlOf = (language: Language) =>
  intls.get(language) ?? intls.set(language, openIntl(language)).get(language);

/** Renders a component into the page, with the texts of the interface, until the test ends. */
export const render = async (
  element: React.ReactNode,
  { language = "en" }: { language?: Language } = {},
) => {
  const intl = await intlOf(language);
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  const draw = (content: React.ReactNode) =>
    act(() => root.render(<RawIntlProvider value={intl as never}>{content}</RawIntlProvider>));
  onTestFinished(async () => {
    await act(() => root.unmount());
    container.remove();
  });
  await draw(element);
  return { container, redraw: draw };
};
