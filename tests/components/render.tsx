import * as React from "react";
import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { inject, onTestFinished } from "vitest";
import english from "../../locales/en.json" with { type: "json" };
import hebrew from "../../locales/he.json" with { type: "json" };
import { compileMessage } from "../../scripts/build/compile-message.ts";
import { createIntl } from "../../src/i18n/create-intl.ts";
import { WAIT_LIMIT_MS } from "../support/limits.ts";

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
  const end = performance.now() + WAIT_LIMIT_MS;
  while (performance.now() < end) {
    const seen = look();
    if (seen) return seen;
    await act(() => new Promise(setImmediate));
  }
  throw new Error(`It never came. On the page:\n${document.body.innerHTML}`);
};

const compiled = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessage(text)]));

const INTL = {
  en: createIntl("en", compiled(english)),
  he: createIntl("he", compiled(hebrew)),
};

/** Renders a component into the page, with the texts of the interface, until the test ends. */
export const render = async (
  element: React.ReactNode,
  { language = "en" }: { language?: keyof typeof INTL } = {},
) => {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  const draw = (content: React.ReactNode) =>
    act(() =>
      root.render(<RawIntlProvider value={INTL[language] as never}>{content}</RawIntlProvider>),
    );
  onTestFinished(async () => {
    await act(() => root.unmount());
    container.remove();
  });
  await draw(element);
  return { container, redraw: draw };
};
