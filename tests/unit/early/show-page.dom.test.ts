import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EarlyPage } from "../../../src/early/begin-lesson.ts";
import { showPage } from "../../../src/early/show-page.ts";

// The browser's own API, which happy-dom does not have. `tests/e2e/slow-lesson.test.ts` has the real one.
vi.mock("../../../src/lib/sanitise-natively.ts", () => ({
  sanitiseNatively: (html: string) => document.createRange().createContextualFragment(html),
}));

const PAGE: EarlyPage = {
  title: "The waist",
  language: "he",
  page: 1,
  pages: 1,
  html: '<p>Text</p><img data-asset="waist.svg">',
  picture: null,
};

let root: HTMLElement;

const shown = () => document.querySelector<HTMLElement>("body > [inert]");

beforeEach(() => {
  root = Object.assign(document.createElement("div"), { id: "root" });
  document.body.replaceChildren(root);
});

afterEach(() => document.body.replaceChildren());

it("a text is shown in its direction, to be seen alone", () => {
  showPage(PAGE, root);
  expect(shown()?.querySelector("h1")?.textContent).toBe("The waist");
  expect(shown()?.ariaHidden).toBe("true");
  expect(shown()?.querySelector("[lang=he]")?.getAttribute("dir")).toBe("rtl");
});

it("a page's picture is shown when it has come, and the text stays if it does not come", async () => {
  showPage({ ...PAGE, picture: Promise.resolve(new Blob(["<svg/>"])) }, root);
  await vi.waitFor(() => expect(shown()?.querySelector("img")?.src).toMatch(/^blob:/));

  document.body.replaceChildren(root);
  showPage({ ...PAGE, picture: Promise.reject(new TypeError("no network")) }, root);
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown()?.textContent).toContain("Text");
});

it.each(["h1", "form"])("it goes when the app shows a screen, which has a %s", async (name) => {
  showPage(PAGE, root);
  root.append(document.createElement("p"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown()).not.toBeNull();
  root.append(document.createElement(name));
  await vi.waitFor(() => expect(shown()).toBeNull());
});

it("it does not come over a screen that the app shows already", () => {
  root.append(document.createElement("h1"));
  showPage(PAGE, root);
  expect(shown()).toBeNull();
});
