import { expect, test } from "vitest";
import { BUILDS, HYBRID, OFFLINE } from "../../../src/app/builds.ts";

/** Login, activation, single login, files at once (if any are downloaded), expired courses closed. */
const ROWS = {
  online: [true, false, true, 20, true],
  hybrid: [true, true, true, 20, false],
  offline: [false, true, false, null, false],
};

test("the builds have the configuration of the specification", () => {
  const rows = BUILDS.map((build) => {
    const { buildType, auth, closesExpiredCourses } = build;
    const { login, activation } = auth.required;
    const files = "content" in build ? build.content.parallelFilesDownload : null;
    return [buildType, [login, activation, auth.singleLogin, files, closesExpiredCourses]];
  });
  expect(Object.fromEntries(rows)).toEqual(ROWS);
  const fallback = { product: "pm", course: "PMB", menu1: 4, menu2: 1 };
  expect([HYBRID.fallbackSelection, OFFLINE.fallbackSelection]).toEqual([fallback, fallback]);
});
