import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { importSchool } from "../../../src/server/content/import-school.ts";
import { rebuildSearchIndex } from "../../../src/server/study/search-index.ts";
import { diskStore } from "../support/stored-path.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { FIXTURE, openSchool } from "../support/test-school.ts";

test("an import replaces what has changed alone, and the search knows new words and forgets old ones", async () => {
  const school = await openSchool();
  const admin = await school.token(await school.add({ level: 100 }));
  const folder = temporaryFolder();
  await cp(FIXTURE, folder, { recursive: true });
  const flare = path.join(folder, "PM/lessons/flare.md");
  const original = await readFile(flare, "utf8");
  const importWith = async (text: string) => {
    await writeFile(flare, text);
    const compiled = await compileSchool(folder);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));
    await importSchool(school.database, diskStore(school.dataDir), compiled.value);
    await school.server.refresh();
  };
  const pages = async (isFlare: boolean) =>
    (await school.database.read.selectFrom("lesson_text").select(["id", "lesson_id"]).execute())
      .filter(({ lesson_id }) => (lesson_id === 109) === isFlare)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
  const found = async (q: string): Promise<string[]> => {
    const { json } = await school.call(`/products/PM/search?q=${q}&language=en`, { token: admin });
    return json.results.map(({ key }: { key: string }) => key);
  };
  const [others, own] = [await pages(false), await pages(true)];

  await importWith(original.replace("Slash and spread", "Godets and gussets"));
  expect([await found("gussets"), await found("spread")]).toEqual([["flare"], []]);
  expect(await pages(false)).toEqual(others);
  // A server that has not noticed the import yet must not find another page under an old id.
  expect(Math.min(...(await pages(true)))).toBeGreaterThan(Math.max(...others, ...own));

  const words = ["gussets", "paper", "slash", "curve", "a"];
  const kept = await Promise.all(words.map(found));
  await school.database.write((db) => rebuildSearchIndex(db));
  await importWith(original);
  await importWith(original.replace("Slash and spread", "Godets and gussets"));
  expect(await Promise.all(words.map(found))).toEqual(kept);
});
