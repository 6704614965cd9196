import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { getCourses } from "../../src/contract/account.ts";
import { getAsset, getLesson, getProducts, getSkeleton } from "../../src/contract/content.ts";
import { getFaqs, getGlossary, getInstructions } from "../../src/contract/reference.ts";
import { createContentImport } from "../../src/offline/content-import/content-import.ts";
import { createIndexFiles } from "../../src/offline/index-files.ts";
import { createLocalContent } from "../../src/offline/local-content.ts";
import { createLocalSchool } from "../../src/offline/local-school/local-school.ts";
import {
  createMemoryDesktop,
  createMemoryFolder,
  type MemoryDesktop,
} from "../../src/platform/memory/memory-desktop.ts";
import { importDemoSchool } from "./support/demo-school.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { sharedFolder } from "./support/temporary-folder.ts";

/** A folder on the disk that a person chooses. */
const chosen = async (folder: string) => {
  const stick = createMemoryFolder();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = new Uint8Array(await readFile(file));
    await stick.write(path.relative(folder, file).replaceAll("\\", "/"), bytes);
  }
  return stick;
};

const openDesktop = () => {
  const machine: MemoryDesktop = createMemoryDesktop();
  const index = createIndexFiles(machine);
  const content = createLocalContent({ machine, index });
  const contentImport = createContentImport({ machine, index, content });
  const school = createLocalSchool({
    content,
    storage: machine.storage,
    personId: () => 1,
    now: machine.now,
    // Every lesson is opened, whatever is completed.
    level: () => 100,
    language: () => "he",
  });
  return { machine, content, contentImport, school };
};

const value = <Value>(answer: { ok: true; value: Value } | { ok: false; failure: unknown }) => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
};

const folder = sharedFolder();
beforeAll(async () => {
  const variables = { DATA_DIR: path.join(folder, "data") };
  await importDemoSchool(variables.DATA_DIR);
  for (const words of [
    ["export", path.join(folder, "whole")],
    ["export", path.join(folder, "whole.zip")],
  ]) {
    const { code, err } = await runInProcess(["content", ...words], variables);
    expect({ code, err }).toEqual({ code: 0, err: "" });
  }
});

test("what a school exports is imported from its folder and its zip, and can be read: every course, lesson and file", async () => {
  const fromFolder = openDesktop();
  fromFolder.machine.chosenFolder = await chosen(path.join(folder, "whole"));
  await fromFolder.contentImport.importFolder("Choose");
  const fromZip = openDesktop();
  await fromZip.contentImport.importZip(new Blob([await readFile(path.join(folder, "whole.zip"))]));
  for (const { contentImport, content } of [fromFolder, fromZip]) {
    expect(contentImport.state.outcome).toBe("imported");
    expect(content.state).toMatchObject({ status: "ready", damaged: [] });
  }
  expect(fromZip.contentImport.state.present).toEqual(fromFolder.contentImport.state.present);
  const { school, content } = fromZip;
  const { send, sendForBytes } = school;
  const { courses } = value(await send(getCourses));
  expect(courses.map(({ key }) => key)).toEqual(["PMB", "PMS", "SWB"]);
  let assets = 0;
  for (const { cd } of value(await send(getProducts)).cds) {
    const { product } = value(await send(getSkeleton, { params: { productKey: cd } }));
    for (const { key } of Object.values(product.lessons)) {
      const params = { productKey: cd, lessonKey: key };
      const { lesson } = value(await send(getLesson, { params }));
      for (const [title] of JSON.stringify(lesson).matchAll(/(?<=data-asset=\\")[^\\"]+/g)) {
        const file = await sendForBytes(getAsset, { query: { product: cd, title } });
        expect(value(file).size, title).toBeGreaterThan(0);
        assets += 1;
      }
    }
  }
  expect(assets).toBeGreaterThan(50);
  expect(value(await send(getFaqs)).faqs.length).toBeGreaterThan(0);
  expect(value(await send(getGlossary)).glossary.length).toBeGreaterThan(0);
  expect(value(await send(getInstructions)).courseInstructions.length).toBeGreaterThan(0);
  for (const file of Object.values(content.tree()).flatMap((each) => Object.values(each))) {
    expect(await content.bytes(file)).not.toBeNull();
  }
});
