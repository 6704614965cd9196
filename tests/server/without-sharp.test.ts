import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runInProcess } from "./support/run-in-process.ts";
import { FIXTURE } from "./support/test-school.ts";

// What the package does on a system for which it has no binary.
vi.mock("sharp", () => {
  throw new Error('Could not load the "sharp" module using the riscv runtime\nPossible solutions:');
});

test("where photos cannot be converted, the import says so in one sentence and goes on", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "pictures-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const content = path.join(folder, "school");
  await cp(FIXTURE, content, { recursive: true });
  for (const name of ["one.png", "two.png"]) {
    await writeFile(path.join(content, "PM/assets", name), "a picture");
  }
  const lesson = path.join(content, "PM/lessons/paper.md");
  const text = await readFile(lesson, "utf8");
  await writeFile(lesson, `${text}\n![One](one.png)\n\n![Two](two.png)\n`);
  const { code, out, err } = await runInProcess(["content", "import", content], {
    DATA_DIR: path.join(folder, "data"),
  });
  expect([code, err]).toEqual([0, ""]);
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Photos stay as they are: sharp does not run on this system \(.+\)\.$/);
  expect(lines[1]).toMatch(/^Imported: /);
});
