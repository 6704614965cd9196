import { spawn } from "node:child_process";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bareEnvironment } from "../server/support/bare-environment.ts";
import { diskStore } from "../server/support/stored-path.ts";
import { sharedFolder } from "../server/support/temporary-folder.ts";
import { DAY, FIXTURE, PMB, TestSchool } from "../server/support/test-school.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const FILES = 200;
const LESSON = "PM/lessons/paper.md";
const OLD = "Which paper";
const NEW = "Any paper";

let school: TestSchool;
const folder = sharedFolder();
beforeAll(async () => {
  school = await TestSchool.open();
  await cp(FIXTURE, folder, { recursive: true });
  const lesson = await readFile(path.join(folder, LESSON), "utf8");
  const links = Array.from({ length: FILES }, (_, at) => `[sheet](asset:more-${at}.pdf)\n\n`);
  const text = lesson.replaceAll(OLD, NEW).concat("\n", ...links);
  await writeFile(path.join(folder, LESSON), text);
  for (let at = 0; at < FILES; at += 1) {
    const bytes = Buffer.alloc(20_000, `%PDF-1.7 ${at} `);
    await writeFile(path.join(folder, `PM/assets/more-${at}.pdf`), bytes);
  }
});
afterAll(async () => {
  await school.close();
});

const start = () => {
  const child = spawn(process.execPath, ["src/server/cli.ts", "content", "import", folder], {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...school.variables },
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, ended };
};

const filesOf = () => readdir(path.join(school.dataDir, "files"));

/** The lesson and its files, as a student gets them. */
const titleAndFiles = async () => {
  await school.server.refresh();
  const { token } = await school.student({ course: PMB });
  const { json } = await school.call("/products/PM/lessons/paper", { token });
  const { title, html } = json.lesson.html.languages.en.pages[0];
  const more = [...html.matchAll(/data-asset="(more-\d+\.pdf)"/g)].map(([, name]) => name);
  for (const name of more) {
    const { status, bytes } = await school.call(
      `/files/read?path=${encodeURIComponent(`assets/PM/${name}`)}&language=en`,
      { token },
    );
    expect([name, status, bytes.length]).toEqual([name, 200, 20_000]);
  }
  return { title, files: more.length };
};

test("an import that is killed leaves the old content whole, or the new one, and can be repeated", async () => {
  const before = await titleAndFiles();
  expect(before).toEqual({ title: OLD, files: 0 });
  const count = (await filesOf()).length;
  for (const stored of [1, FILES / 2, FILES]) {
    const { child, ended } = start();
    while (child.exitCode === null && (await filesOf()).length < count + stored) {
      await new Promise(setImmediate);
    }
    child.kill("SIGKILL");
    await ended;
    const after = await titleAndFiles();
    expect([before, { title: NEW, files: FILES }]).toContainEqual(after);
  }
  expect(await start().ended).toBe(0);
  expect(await titleAndFiles()).toEqual({ title: NEW, files: FILES });
  // An import that runs elsewhere may still be writing a file for a day.
  await diskStore(school.dataDir).sweep("files", Date.now() + 2 * DAY);
  expect((await filesOf()).filter((name) => name.endsWith(".part"))).toEqual([]);
});
