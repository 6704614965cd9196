import { expect, test } from "vitest";
import { BUILDS, HYBRID, OFFLINE } from "../../../src/app/builds.ts";

/** Login, activation, single login, files at once, expired courses closed. */
const ROWS = {
  online: [true, false, true, undefined, true],
  hybrid: [true, true, true, 20, false],
  offline: [false, true, false, undefined, false],
};

/** The web app has no code for anything else. */
const SIGN_IN_ALONE = { login: true, activation: false };

test("the builds have the configuration of the specification", () => {
  const rows = BUILDS.map(({ buildType, auth, closesExpiredCourses, ...more }) => {
    const { login, activation } = "required" in auth ? auth.required : SIGN_IN_ALONE;
    const files = "content" in more ? more.content.parallelFilesDownload : undefined;
    return [buildType, [login, activation, auth.singleLogin, files, closesExpiredCourses]];
  });
  expect(Object.fromEntries(rows)).toEqual(ROWS);
  const fallback = { group: "gp1", product: "pm", course: "PMB", menu1: 4, menu2: 1 };
  expect([HYBRID.fallbackSelection, OFFLINE.fallbackSelection]).toEqual([fallback, fallback]);
});
