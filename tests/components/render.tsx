/// <reference types="vite/types/importMeta.d.ts" />
import axe from "axe-core";
import * as React from "react";
import { createRoot } from "react-dom/client";
import { RawIntlProvider } from "react-intl";
import { inject, onTestFinished } from "vitest";
import { compileMessage } from "../../scripts/build/messages-loader.ts";
import type { App } from "../../src/app-context/app.ts";
import { AppContext } from "../../src/app-context/app-context.ts";
import type { Desktop } from "../../src/app-context/use-desktop.ts";
import type { Language } from "../../src/domain/languages.ts";
import { createIntl } from "../../src/i18n/create-intl.ts";
import type { OpenedDesktop } from "../../src/platform/ports.ts";
import { waitLimitMs } from "../support/limits.ts";
import type { openSignedIn } from "../unit/support/open-app.ts";

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

/** Before a test that stops the clock replaces it. */
const { setTimeout: pause } = globalThis;
/** Most of what is waited for comes within so many turns. */
const TURNS = 50;

/** Waits until a value is truthy. What only time brings is looked for every 10 ms, and leaves others the processor. */
export const waitUntil = async <Value,>(look: () => Value): Promise<NonNullable<Value>> => {
  const end = performance.now() + waitLimitMs();
  for (let turn = 0; performance.now() < end; turn += 1) {
    const seen = look();
    if (seen) return seen;
    const next = turn < TURNS ? setImmediate : (done: () => void) => pause(done, 10);
    await act(() => new Promise<void>((done) => void next(done)));
  }
  throw new Error(`It never came. On the page:\n${document.body.innerHTML}`);
};

/** The words of the page. A number and its unit, which are never parted, have a common space here. */
export const pageText = () => (document.body.textContent ?? "").replaceAll("\u00a0", " ");

/** Waits until the page has these words. */
export const says = (words: string) => waitUntil(() => pageText().includes(words));

/** The violations that axe finds in the page; contrast needs a browser. */
export const axeFindings = async (): Promise<string[]> => {
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id }) => id);
};

const TEXTS = import.meta.glob<Record<string, string>>("../../locales/*.json", {
  import: "default",
});

const compileTexts = async (language: Language) => {
  const texts = (await TEXTS[`../../locales/${language}.json`]?.()) ?? {};
  const messages = Object.entries(texts).map(([id, text]) => [id, compileMessage(text, language)]);
  return Object.fromEntries(messages);
};

/** Compiling the texts of a language takes longer than most tests. */
const remembered = <Value,>(make: (language: Language) => Promise<Value>) => {
  const known = new Map<Language, Promise<Value>>();
  return (language: Language) => {
    const made = known.get(language) ?? make(language);
    known.set(language, made);
    return made;
  };
};

/** All messages of a language, compiled. */
export const messagesIn = remembered(compileTexts);

const intlOf = remembered(async (language) => createIntl(language, await messagesIn(language)));

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

/** The app of somebody who is signed in. */
export type Opened = Awaited<ReturnType<typeof openSignedIn>>;

/** Renders a component with the services of the app that it uses; it gets no others. */
export const renderApp = async (
  services: Partial<App>,
  element: React.ReactNode,
  options: Parameters<typeof render>[1] = {},
) => {
  const inApp = (content: React.ReactNode) => (
    <AppContext value={services as App}>{content}</AppContext>
  );
  const { container, redraw } = await render(inApp(element), options);
  return { container, redraw: (content: React.ReactNode) => redraw(inApp(content)) };
};

/** The services that a component in the desktop app uses. */
interface DesktopServices extends Partial<Omit<App, "desktop">> {
  desktop: Partial<Omit<Desktop, "machine" | "hybrid">> & {
    machine?: Partial<OpenedDesktop>;
    hybrid?: Partial<NonNullable<Desktop["hybrid"]>>;
  };
}

export const renderDesktop = (
  { desktop, ...services }: DesktopServices,
  element: React.ReactNode,
  options: Parameters<typeof render>[1] = {},
) => renderApp({ ...services, desktop: desktop as Desktop }, element, options);
