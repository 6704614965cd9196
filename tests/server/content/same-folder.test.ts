import { createHash } from "node:crypto";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { goodMp4 } from "../support/small-film.ts";
import { SMALL_SCHOOL, schoolWith } from "./small-school.ts";

const sha256 = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex");

test("the files are those that the content names, with type, size and checksum", async () => {
  const { files } = await schoolWith();
  const file = (kind: string, title: string, type: string, content: string | Buffer) => ({
    ...{ kind, product: kind === "glossary" ? null : "PM", title, source: title, type },
    ...{ size: content.length, checksum: sha256(content) },
    // Lessons and assignments link to the sheets.
    ...(type === "application/pdf" && { isDownload: true }),
  });
  const named = files.map((each) => ({ ...each, source: basename(String(each.source)) }));
  expect(named).toEqual([
    file("asset", "frame.svg", "image/svg+xml", "<svg/>"),
    file("asset", "pin.mp4", "video/mp4", goodMp4()),
    file("asset", "pin.svg", "image/svg+xml", "<svg></svg>"),
    file("asset", "sheet.pdf", "application/pdf", "%PDF"),
    file("icon", "frame.svg", "image/svg+xml", "<svg/>"),
    file("icon", "skirts.svg", "image/svg+xml", "<svg/>"),
    file("assignment", "task.pdf", "application/pdf", "%PDF"),
    file("assignment", "task.svg", "image/svg+xml", "<svg/>"),
    file("glossary", "dart.svg", "image/svg+xml", "<svg/>"),
  ]);
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
  const { "PM/lessons/frame.md": frame } = SMALL_SCHOOL;
  const none = ["glossary.yaml", "faq.yaml"].concat(
    ["2-then.md", "10-last.md", "10-last.he.md"].map((name) => `instructions/${name}`),
  );
  const school = await schoolWith({
    ...Object.fromEntries(none.map((name) => [name, null])),
    "PM/lessons/frame.md": frame.replace("[dart](term:dart)", "dart"),
  });
  expect(school).toMatchObject({ glossary: [], faqs: [], instructions: [] });
});
