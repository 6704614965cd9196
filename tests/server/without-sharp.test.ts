import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCli } from "./support/run-cli.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { FIXTURE } from "./support/test-school.ts";

/** A kind of processor for which the package has no binary: it refuses to load. */
const OTHER_PROCESSOR =
  "--import=data:text/javascript,Object.defineProperty(process,`arch`,{value:`mips`})";

test("where photos cannot be converted, the import says so in one sentence and goes on", async () => {
  const folder = temporaryFolder();
  const content = path.join(folder, "school");
  await cp(FIXTURE, content, { recursive: true });
  for (const name of ["one.png", "two.png"]) {
    await writeFile(path.join(content, "PM/assets", name), "a picture");
  }
  const lesson = path.join(content, "PM/lessons/paper.md");
  const text = await readFile(lesson, "utf8");
  await writeFile(lesson, `${text}\n![One](one.png)\n\n![Two](two.png)\n`);
  const { code, out, err } = await runCli(["content", "import", content], {
    DATA_DIR: path.join(folder, "data"),
    NODE_OPTIONS: OTHER_PROCESSOR,
  });
  expect([code, err]).toEqual([0, ""]);
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Photos stay as they are: sharp does not run on this system \(.+\)\.$/);
  expect(lines[1]).toMatch(/^Imported: /);
});
