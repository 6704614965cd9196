import { cp, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compileSchool } from "../../src/server/content/compile-school.ts";
import { importSchool } from "../../src/server/content/import-school.ts";
import { diskStore } from "./support/stored-path.ts";
import { sharedFolder } from "./support/temporary-folder.ts";
import { FIXTURE, openSchool, PMB, PMS } from "./support/test-school.ts";

const [ONE, TWO] = ["caf\u00e9", "cafe\u0301"];

const RENAMED = {
  "PM/assets/flare.webm": `PM/assets/${TWO}.webm`,
  "PM/assets/flare.en.vtt": `PM/assets/${TWO}.en.vtt`,
  "PM/assets/sheet.pdf": `PM/assets/${TWO}.pdf`,
  "PM/icons/skirts.svg": `PM/icons/${TWO}.svg`,
  "PM/assignments/task.svg": `PM/assignments/${TWO}.svg`,
  "glossary/dart.svg": `glossary/${TWO}.svg`,
};

const TEXTS = [
  ...["PM/lessons/flare.md", "PM/lessons/pencil.md", "PM/lessons/block-task.md"],
  ...["PM/course.yaml", "glossary.yaml"],
];

const school = openSchool.shared();
const folder = sharedFolder();
let token: string;
let tutor: string;
beforeAll(async () => {
  await cp(FIXTURE, folder, { recursive: true });
  for (const [from, to] of Object.entries(RENAMED)) {
    await rename(path.join(folder, from), path.join(folder, to));
  }
  for (const file of TEXTS) {
    const text = await readFile(path.join(folder, file), "utf8");
    const names = /\b(?:flare(?=\.webm)|sheet(?=\.pdf)|(?:skirts|task|dart)(?=\.svg))/g;
    await writeFile(
      path.join(folder, file),
      text.replaceAll(names, () => ONE ?? ""),
    );
  }
  const compiled = await compileSchool(folder);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));
  await importSchool(school.database, diskStore(school.dataDir), compiled.value);
  await school.server.refresh();
  ({ token } = await school.student({ course: PMS }, { course: PMB }));
  tutor = await school.token(await school.add({ level: 10 }));
});

test.each([
  "/assets/fetchData?product=PM&title=NAME.webm",
  "/assets/fetchData?product=PM&title=NAME.pdf",
  "/menu/icons?product=PM&title=NAME.svg",
  "/user/assignments/image?product=PM&title=NAME.svg",
  "/glossary/fetchImage?title=NAME.svg",
  "/files/read?language=en&path=assets/PM/NAME.webm",
  "/files/read?language=en&path=glossary/NAME.svg",
  "/new-video/texts?product=PM&lesson=flare&language=en&asset=NAME.webm",
  "/assets/ticket?product=PM&title=NAME.webm",
])("a name in another form of Unicode than the author's finds the same: %s", async (call) => {
  // The tree has the files of one's courses; other calls give a tutor every file.
  const reader = call.startsWith("/files/") ? token : tutor;
  const [one, two] = await Promise.all(
    [ONE, TWO].map((name = "") =>
      school.call(call.replace("NAME", encodeURIComponent(name)), { token: reader }),
    ),
  );
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(one?.bytes.length).toBeGreaterThan(0);
  expect(two?.bytes).toEqual(one?.bytes);
});
