import { expect, test } from "vitest";
import { BUILDS } from "../../../src/app/builds.ts";

/** Login, activation, single login, files at once, expired courses closed. */
const ROWS = {
  online: [true, false, true, 20, true],
  hybrid: [true, true, true, 20, false],
  offline: [false, true, false, 20, false],
};

test("the builds have the configuration of the specification", () => {
  const rows = Object.values(BUILDS).map(({ buildType, auth, content, closesExpiredCourses }) => {
    const { login, activation } = auth.required;
    const { parallelFilesDownload: files } = content;
    return [buildType, [login, activation, auth.singleLogin, files, closesExpiredCourses]];
  });
  expect(Object.fromEntries(rows)).toEqual(ROWS);
  const fallback = { group: "gp1", product: "pm", course: "PMB", menu1: 4, menu2: 1 };
  expect(BUILDS.hybrid.fallbackSelection).toEqual(fallback);
  expect(BUILDS.offline.fallbackSelection).toEqual(fallback);
});
