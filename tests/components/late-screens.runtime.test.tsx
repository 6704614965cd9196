import { useLayoutEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { FailureNotice } from "../../src/app-context/failure-notice.tsx";
import { BrokenScreen } from "../../src/features/shell/error-boundary.tsx";
import { focusNextContent } from "../../src/ui/focus-next-content.ts";
import { lazyComponent } from "../../src/ui/lazy-component.tsx";
import { openApp } from "../unit/support/open-app.ts";
import { getByRole } from "./accessible.ts";
import { act, render, renderApp } from "./render.tsx";

// Screens whose code or content comes late, or not at all.

afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(navigator, "onLine");
});

interface Module {
  default: typeof Word;
}
const Word = () => <p>Here</p>;

/** Runs a function after the render, before any other effect. */
const Once = ({ work }: { work: () => void }) => {
  useLayoutEffect(work, [work]);
  return null;
};

/** Code that arrives when the test says so. */
const delivery = () => {
  const waiting: ((module: Module) => void)[] = [];
  // biome-ignore lint/suspicious/noThenProperty: a promise would resolve a moment later
  const module = { then: (events: (module: Module) => void) => void waiting.push(events) };
  return {
    load: () => module as unknown as Promise<Module>,
    arrive: () => {
      for (const events of waiting) events({ default: Word });
    },
  };
};

test("a component that renders while the code it shares is arriving is shown too", async () => {
  const { load, arrive } = delivery();
  const Lazy = lazyComponent(load);
  const { container, redraw } = await render(<Lazy key="first" />);
  expect(container.textContent).toBe("");
  await redraw(
    <>
      <Lazy key="second" />
      <Once work={arrive} />
    </>,
  );
  expect(container.textContent).toBe("Here");
});

const SIGN_IN = '<main id="content" tabindex="-1"><input autocomplete="username"></main>';
const PROFILE =
  '<main id="content" tabindex="-1"><input hidden autocomplete="username" readonly></main>';

test.each([
  ["the first field of the sign-in", SIGN_IN, "INPUT"],
  ["a screen whose only name is there for password managers", PROFILE, "MAIN"],
])("the next screen takes the focus: %s", async (_, html, focused) => {
  focusNextContent(null);
  document.body.innerHTML = html;
  await expect.poll(() => document.activeElement?.nodeName).toBe(focused);
});

test("the focus stays where the person has moved it before the next screen came", async () => {
  document.body.innerHTML = "<button>Menu</button>";
  const button = document.querySelector("button");
  focusNextContent(null);
  button?.focus();
  document.body.insertAdjacentHTML("beforeend", PROFILE);
  await new Promise((resolve) => queueMicrotask(() => resolve(null)));
  expect(document.activeElement).toBe(button);
});

const CHECK = "Please check your internet connection and try again";

const setOnline = (onLine: boolean) =>
  Object.defineProperty(navigator, "onLine", { value: onLine, configurable: true });

test("a screen that could not be fetched without a network names only the network, and comes with it", async () => {
  setOnline(false);
  const onRetry = vi.fn();
  await render(<BrokenScreen onRetry={onRetry} />);
  expect(getByRole("alert").textContent).toBe(`${CHECK}Try again`);
  expect(getByRole("heading").textContent).toBe(CHECK);
  await act(() => dispatchEvent(new Event("online")));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("a screen that failed otherwise says so", async () => {
  setOnline(true);
  await render(<BrokenScreen onRetry={() => {}} />);
  expect(getByRole("heading").textContent).toBe("Something went wrong on this page.");
  expect(getByRole("alert").textContent).toContain(CHECK);
});

const CONNECTION = "This could not be fetched. Please check your internet connection and try again";
const LATER =
  "This could not be fetched. The school cannot answer at the moment. Please try again in a few minutes";

const refused = (status: number) =>
  ({ kind: "refused", status, code: "", retryAfter: null }) as const;

test.each([
  ["no answer", { kind: "unreachable" }, CONNECTION],
  ["a refusal that has no words of its own", refused(418), CONNECTION],
  ["an error of the school", refused(500), LATER],
  ["a busy school", refused(503), LATER],
  ["too many requests", refused(429), LATER],
] as const)("a failure advises what helps: %s", async (_, failure, words) => {
  const { app } = openApp();
  await app.language.boot("en");
  const messages = { else: "reference-failure.no-connection" } as const;
  await renderApp(app, <FailureNotice failure={failure} messages={messages} />);
  expect(getByRole("alert").textContent).toBe(words);
});
