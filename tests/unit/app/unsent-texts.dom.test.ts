import * as v from "valibot";
import { expect, test } from "vitest";
import { unsentTextsOf } from "../../../src/app-context/unsent-texts.ts";
import { openSignedIn } from "../support/open-app.ts";

const typing = async (username = "dana", options: Parameters<typeof openSignedIn>[1] = {}) => {
  const opened = await openSignedIn(username, options);
  const drafts = () => unsentTextsOf(opened.app);
  return { ...opened, letter: () => drafts().of("letter", v.string()) };
};

test("a draft is restored after the session ended and the person signed in again", async () => {
  const { app, school, machine, letter } = await typing();
  letter().write("How deep may a dart be?");
  app.session.onUnauthorized();
  const other = await typing("boss", { school, machine });
  expect(other.letter().read()).toBeNull();
  const again = await typing("dana", { school, machine });
  expect(again.letter().read()).toBe("How deep may a dart be?");
});

test("a draft is restored after the page was closed or reloaded", async () => {
  const { school, machine, letter } = await typing();
  letter().write("How deep may a dart be?");
  dispatchEvent(new Event("pagehide"));
  const again = await typing("dana", { school, machine });
  expect(again.letter().read()).toBe("How deep may a dart be?");
});
