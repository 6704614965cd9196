import { createHash } from "node:crypto";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { goodMp4 } from "../support/small-film.ts";
import { compileWith, inFolder, SMALL_SCHOOL, schoolWith } from "./small-school.ts";

const sha256 = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex");

test("the files are those that the content names, with type, size and checksum", async () => {
  const { files } = await schoolWith();
  expect(
    files.map(({ source, ...file }) => ({ ...file, source: basename(String(source)) })),
  ).toEqual(
    [
      ["asset", "PM", "frame.svg", "image/svg+xml", "<svg/>"],
      ["asset", "PM", "pin.mp4", "video/mp4", goodMp4()],
      ["asset", "PM", "pin.svg", "image/svg+xml", "<svg></svg>"],
      ["asset", "PM", "sheet.pdf", "application/pdf", "%PDF"],
      ["icon", "PM", "frame.svg", "image/svg+xml", "<svg/>"],
      ["icon", "PM", "skirts.svg", "image/svg+xml", "<svg/>"],
      ["assignment", "PM", "task.pdf", "application/pdf", "%PDF"],
      ["assignment", "PM", "task.svg", "image/svg+xml", "<svg/>"],
      ["glossary", null, "dart.svg", "image/svg+xml", "<svg/>"],
    ].map(([kind, product, title, type, content]) => ({
      kind,
      product,
      title,
      source: title,
      type,
      size: content?.length,
      checksum: sha256(content ?? ""),
      // Lessons and assignments link to the sheets.
      ...(type === "application/pdf" && { isDownload: true }),
    })),
  );
});

test("the same folder always gives the same school, byte for byte, at any path", async () => {
  const texts = await inFolder(SMALL_SCHOOL, (first) =>
    inFolder(SMALL_SCHOOL, async (second) => {
      const schools = await Promise.all(
        [first, first, second].map((folder) => compileSchool(folder)),
      );
      return schools.map((school) => JSON.stringify(school).replaceAll(second, first));
    }),
  );
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('"ok":true');
});

test("Windows line endings and a byte order mark change nothing", async () => {
  const plain = await schoolWith();
  const files = Object.entries(SMALL_SCHOOL).map(([path, content]) => [
    path,
    /\.(md|yaml)$/.test(path) ? `\uFEFF${String(content).replaceAll("\n", "\r\n")}` : content,
  ]);
  const dressed = await schoolWith(Object.fromEntries(files));
  expect(dressed.products).toEqual(plain.products);
  expect(dressed.glossary).toEqual(plain.glossary);
  expect(dressed.instructions).toEqual(plain.instructions);
});

test("a school may have no glossary, questions or instructions", async () => {
  const result = await compileWith({
    "glossary.yaml": null,
    "faq.yaml": null,
    "instructions/2-then.md": null,
    "instructions/10-last.md": null,
    "instructions/10-last.he.md": null,
    "PM/lessons/frame.md": SMALL_SCHOOL["PM/lessons/frame.md"].replace("[dart](term:dart)", "dart"),
  });
  expect(
    result.ok && [result.value.glossary, result.value.faqs, result.value.instructions],
  ).toEqual([[], [], []]);
});
