import { beforeEach, expect, test } from "vitest";
import { getStaffContent } from "../../../src/contract/staff-content.ts";
import {
  getDraftSteps,
  getSourceText,
  getTextHistory,
} from "../../../src/contract/staff-editor.ts";
import { sweepSourceChanges } from "../../../src/server/content/source/source-changes.ts";
import { checkFiles } from "../../../src/server/store/check-files.ts";
import { sweepUnusedFiles } from "../../../src/server/store/unused-files.ts";
import { change, textChange } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { deskOf } from "../support/desk.ts";
import { it } from "../support/on-sqlite.ts";
import { diskStore } from "../support/stored-path.ts";
import { DAY, openSchool, type TestSchool } from "../support/test-school.ts";

const LESSON = "SW/lessons/stitch.md";
const OTHER = "SW/lessons/threading.md";
const MENU = "SW/course.yaml";

let school: TestSchool;
beforeEach(async () => {
  school = await openSchool({ hasFolder: true });
});

const atDesk = async () => {
  const { person: manager, call } = await deskOf(school);
  const read = async (path: string) =>
    decode(getSourceText, (await call(`texts/text?path=${path}`)).json);
  const write = async (path: string, from: string, to: string) => {
    const { text, checksum } = await read(path);
    expect(text).toContain(from);
    const changed = text.replace(from, to);
    // The tree changes it by calls of its own.
    if (path === MENU) return change(school, await textChange(school, path, changed));
    const body = { path, text: changed, replaces: checksum };
    expect((await call("texts/text", "PUT", body)).status).toBe(200);
  };
  const steps = async () => decode(getDraftSteps, (await call("texts/steps")).json).steps;
  /** Takes the latest step of a file back. */
  const undo = async (path: string) => {
    const step = (await steps()).find(({ files }) => files.some((file) => file.path === path));
    return call(`texts/steps/${step?.id}/undo`, "POST");
  };
  return { manager, call, read, write, steps, undo };
};

test("each change of the draft is listed with its author, and can be taken back in any order and session", async () => {
  const [mine, theirs] = [await atDesk(), await atDesk()];
  await mine.write(LESSON, "# ", "# My ");
  await theirs.write(OTHER, "# ", "# Their ");
  expect(await mine.steps()).toMatchObject([
    { by: theirs.manager.username, files: [{ path: OTHER, change: "changed" }] },
    { by: mine.manager.username, files: [{ path: LESSON, titles: [{}, {}] }] },
  ]);
  const before = (await mine.read(LESSON)).text.replace("# My ", "# ");
  expect((await theirs.undo(LESSON)).status).toBe(204);
  expect((await mine.read(LESSON)).text).toBe(before);
  expect((await mine.read(OTHER)).text).toContain("# Their ");
  // Taking that back brings the change again.
  expect((await mine.undo(LESSON)).status).toBe(204);
  expect((await mine.read(LESSON)).text).toContain("# My ");
});

it("a step whose answer was lost is taken back once", async () => {
  const desk = await atDesk();
  await desk.write(LESSON, "# ", "# My ");
  const [{ id } = { id: "" }] = await desk.steps();
  for (let tries = 0; tries < 2; tries += 1) {
    expect((await desk.call(`texts/steps/${id}/undo`, "POST")).status).toBe(204);
  }
  expect(await desk.steps()).toHaveLength(2);
  expect((await desk.read(LESSON)).text).not.toContain("# My ");
});

it("a lesson that was removed comes back at its place, though others have changed the menu elsewhere", async () => {
  const desk = await atDesk();
  const { text, checksum } = await desk.read(LESSON);
  const menu = (await desk.read(MENU)).text;
  const without = menu.replace("[threading, stitch]", "[threading]");
  const shorter = await textChange(school, MENU, without);
  await change(school, { path: LESSON, removed: true }, shorter);
  await desk.write(MENU, "id: 2\n", "id: 2 # sewing\n");
  expect((await desk.undo(LESSON)).status).toBe(204);
  expect(await desk.read(LESSON)).toEqual({ text, checksum });
  expect((await desk.read(MENU)).text).toBe(menu.replace("id: 2\n", "id: 2 # sewing\n"));
});

it("a step is not taken back over what others have written at the same place", async () => {
  const desk = await atDesk();
  await desk.write(MENU, "[threading, stitch]", "[stitch, threading]");
  const [first] = await desk.steps();
  await desk.write(MENU, "[stitch, threading]", "[stitch]");
  const refused = await desk.call(`texts/steps/${first?.id}/undo`, "POST");
  expect([refused.status, refused.json.code]).toEqual([409, "content/conflict"]);
  expect(refused.json.errors).toMatchObject([{ path: MENU }]);
  expect((await desk.read(MENU)).text).toContain("[stitch]");
  expect((await desk.call("texts/steps/1.99/undo", "POST")).status).toBe(404);
});

it("a draft that is discarded can be brought back", async () => {
  const desk = await atDesk();
  await desk.write(LESSON, "# ", "# My ");
  const { draft } = decode(getStaffContent, (await desk.call("content")).json);
  await desk.call(`content/draft?replaces=${draft?.version}`, "DELETE");
  expect((await desk.read(LESSON)).text).not.toContain("# My ");
  expect((await desk.undo(LESSON)).status).toBe(204);
  expect((await desk.read(LESSON)).text).toContain("# My ");
});

test("of a text the last 200 changes are kept, for 90 days, with their bytes", async () => {
  const desk = await atDesk();
  for (let at = 0; at < 205; at += 1)
    await change(school, await textChange(school, LESSON, `${at}`));
  const history = async () =>
    decode(getTextHistory, (await desk.call(`texts/history?path=${LESSON}`)).json).versions;
  expect(await history()).toHaveLength(200);
  const store = diskStore(school.dataDir);
  const files = async () => (await store.list("files")).length;
  const before = await files();
  const after = async (days: number) => {
    const now = school.now + days * DAY;
    await school.database.write((db) => sweepSourceChanges(db, now));
    for (const later of [0, 8]) {
      await sweepUnusedFiles(school.database, store, now + later * DAY, 7 * DAY);
    }
    return files();
  };
  // Four texts before the oldest one that is kept.
  expect(await after(1)).toBe(before - 4);
  const { damaged } = await checkFiles(school.database, store, true);
  expect(damaged).toEqual([]);
  expect(await after(91)).toBe(before - 204);
});

test("a picture is listed with the lesson that shows it", async () => {
  const desk = await atDesk();
  const picture = "SW/assets/of-stitch.svg";
  const file = await textChange(school, picture, "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await change(school, file);
  await desk.write(LESSON, "# ", "![A stitch](of-stitch.svg)\n\n# ");
  const [lesson] = (await desk.steps())[0]?.files ?? [];
  const [shown] = (await desk.steps())[1]?.files ?? [];
  expect([shown?.path, shown?.titles.length]).toEqual([picture, 2]);
  expect(shown?.titles).toEqual(lesson?.titles);
});
