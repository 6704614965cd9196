// @vitest-environment happy-dom
import * as v from "valibot";
import { expect, test } from "vitest";
import { draftsOf } from "../../../src/app/screens/drafts.ts";
import { openInside } from "../support/open-app.ts";

const typing = async (username = "dana", options: Parameters<typeof openInside>[1] = {}) => {
  const opened = await openInside(username, options);
  const drafts = () => draftsOf({ app: opened.app, services: opened });
  return { ...opened, letter: () => drafts().draft("letter", v.string()) };
};

test("what was being typed when the session ended is there again after signing in", async () => {
  const { app, school, machine, letter } = await typing();
  letter().write("How deep may a dart be?");
  app.session.tokenDied();
  const other = await typing("boss", { school, machine });
  expect(other.letter().read()).toBeNull();
  const again = await typing("dana", { school, machine });
  expect(again.letter().read()).toBe("How deep may a dart be?");
});

test("what was being typed when the page was closed or reloaded is there at the next visit", async () => {
  const { school, machine, letter } = await typing();
  letter().write("How deep may a dart be?");
  dispatchEvent(new Event("pagehide"));
  const again = await typing("dana", { school, machine });
  expect(again.letter().read()).toBe("How deep may a dart be?");
});
