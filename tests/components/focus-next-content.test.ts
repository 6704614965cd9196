import { afterEach, expect, test } from "vitest";
import { focusNextContent } from "../../src/ui/focus-next-content.ts";

const SIGN_IN = '<main id="content" tabindex="-1"><input autocomplete="username"></main>';
const PROFILE =
  '<main id="content" tabindex="-1"><input hidden autocomplete="username" readonly></main>';

afterEach(() => {
  document.body.innerHTML = "";
});

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
