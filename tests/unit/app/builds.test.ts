import { expect, test } from "vitest";
import { BUILDS, HYBRID, OFFLINE } from "../../../src/app/builds.ts";

/** Login, activation, single login, files at once, expired courses closed. */
const ROWS = {
  online: [true, false, true, 20, true],
  hybrid: [true, true, true, 20, false],
  offline: [false, true, false, 20, false],
};

test("the builds have the configuration of the specification", () => {
  const rows = BUILDS.map(({ buildType, auth, content, closesExpiredCourses }) => {
    const { login, activation } = auth.required;
    const files = content.parallelFilesDownload;
    return [buildType, [login, activation, auth.singleLogin, files, closesExpiredCourses]];
  });
  expect(Object.fromEntries(rows)).toEqual(ROWS);
  const fallback = { group: "gp1", product: "pm", course: "PMB", menu1: 4, menu2: 1 };
  expect([HYBRID.fallbackSelection, OFFLINE.fallbackSelection]).toEqual([fallback, fallback]);
});
