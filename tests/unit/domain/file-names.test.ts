import { expect, test } from "vitest";
import { attachmentKind, attachmentName } from "../../../src/domain/attachment.ts";
import {
  createTreeIndex,
  findTreeName,
  isTreeName,
  treeName,
} from "../../../src/domain/file-names.ts";
import { mediaTypeOf } from "../../../src/domain/media-type.ts";

test("a file's name in the tree contains its kind and its owner", () => {
  expect(treeName("asset", "pm", "figures/dart.svg")).toBe("assets/PM/figures/dart.svg");
  expect(treeName("icon", "pm", "dart.svg")).toBe("icons/PM/dart.svg");
  expect(treeName("assignment", "PM", "task.pdf")).toBe("assignments/PM/task.pdf");
  expect(treeName("glossary", "", "dart.svg")).toBe("glossary/dart.svg");
});

test("a tree in another layout is understood by the end of its names", () => {
  const names = ["media/pm/icon/dart.svg", "media/pm/asset/dart.svg", "media/sw/asset/dart.svg"];
  expect(findTreeName(names, "asset", "PM", "dart.svg")).toBe("media/pm/asset/dart.svg");
  expect(findTreeName(names, "icon", "PM", "dart.svg")).toBe("media/pm/icon/dart.svg");
  expect(findTreeName(names, "icon", "PM", "notch.svg")).toBeNull();
});

const VALID = ["assets/PM/דג.svg", "a/b c.svg", "assets/..dart.svg", "a/...b", "x".repeat(400)];

test.each([
  ...[...VALID, "../secret", "a/../../b", "/etc/passwd", "a//b", "", "a\\..\\b", "C:/x", "a/."],
  ...["a/...", "a\u0000b", "a/b.", "x".repeat(401)],
])("%j is a valid name only if it leads nowhere else", (name) => {
  expect(isTreeName(name)).toBe(VALID.includes(name));
});

test("of several files with the title the one in the right place counts, then kind, then product", () => {
  const found = (...names: string[]) => findTreeName(names, "icon", "PM", "dart.svg");
  expect(found("old/icons/PM/dart.svg", "icons/PM/dart.svg")).toBe("icons/PM/dart.svg");
  expect(found("media/PM/dart.svg", "icons/SW/dart.svg")).toBe("icons/SW/dart.svg");
  expect(found("media/PM/dart.svg", "icon/SW/dart.svg")).toBe("icon/SW/dart.svg");
  expect(found("media/SW/dart.svg", "media/PM/dart.svg")).toBe("media/PM/dart.svg");
  expect(found("dart.svg")).toBe("dart.svg");
});

test.each([
  ["NFC", "NFD"],
  ["NFD", "NFC"],
])("a name in %s finds the file whose name in the tree is in %s", (asked, inTree) => {
  const title = (form: string) => "figures/caf\u00e9.svg".normalize(form);
  const names = [`assets/PM/${title(inTree)}`, `media/${title(inTree)}`, "assets/PM/cafe.svg"];
  for (const find of [createTreeIndex(names), findTreeName.bind(null, names)]) {
    expect(find("asset", "pm", title(asked))).toBe(names[0]);
    expect(find("icon", "SW", title(asked))).toBe(names[0]);
    expect(find("asset", "pm", "cafe.svg")).toBe("assets/PM/cafe.svg");
  }
  expect(treeName("asset", "pm", title(asked))).toBe(`assets/PM/${title("NFC")}`);
});

test.each([
  ...["image/svg+xml", "image/png", "image/jpeg", "image/webp", "image/gif"],
  ...["video/mp4", "video/webm", "text/vtt", "application/pdf"],
])("a browser gets a file as %s by its ending, in any case", (type) => {
  const ending = type.replace(/^.*\/|\+xml$/g, "");
  expect(mediaTypeOf(`figures/v1.2/dart.${ending}`)).toBe(type);
  expect(mediaTypeOf(`DART.${ending.toUpperCase()}`)).toBe(type);
});

test("a photo may end with .jpg too, and a file of another kind is no content", () => {
  expect(mediaTypeOf("dart.jpg")).toBe("image/jpeg");
  const others = ["page.html", "dart.png.exe", "png", "dart.", "", "dart.png ", "a.svg/b"];
  expect(others.filter((name) => mediaTypeOf(name))).toEqual([]);
});

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

const HEIC = ["heic", "mif1", "heix", "heim", "heis", "hevc", "hevx", "msf1"];

test.each([
  ["\xff\xd8\xff\xe1\0\0Exif", "jpeg"],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "png"],
  ["RIFF\x24\0\0\0WEBPVP8 ", "webp"],
  ...HEIC.map((brand) => [`\0\0\0\x18ftyp${brand}\0\0\0\0`, "heic"]),
  ["%PDF-1.4\n%\xe2\xe3", "pdf"],
  ['{"pattern-draft":1}', "draft"],
])("a file that begins with %j is %s", (start, kind) => {
  expect(attachmentKind(latin(start))).toBe(kind);
});

test.each([
  ...["", '{"a":1}', ' {"pattern-draft":1}', '{"pattern-drafts":1}', " %PDF-1.4", "<svg xmlns="],
  ...["\xff\xd8", "\x89PNG\n", "GIF89a", "PK\x03\x04", "RIFF\x24\0\0\0WAVEfmt "],
  ...["XXXX\x24\0\0\0WEBPVP8 ", "\0\0\0\x18ftypisom\0\0\0\0", "\0\0\0\x18moovheic\0\0\0\0"],
])("a file that begins with %j may not be sent", (start) => {
  expect(attachmentKind(latin(start))).toBeNull();
});

test.each([
  ["photo", "photo.jpg"],
  ["page.html", "page.html.jpg"],
  ["", "file.jpg"],
  [`${"🧵".repeat(120)}.jpg`, `${"🧵".repeat(49)}.jpg`],
  ["x".repeat(220), `${"x".repeat(196)}.jpg`],
  ["CON", "_CON.jpg"],
])("a file named %j is stored as %j", (sent, kept) => {
  expect(attachmentName(sent, "jpeg")).toBe(kept);
});

test("a file's name is made unique among the files of one message", () => {
  expect(attachmentName("a.PDF", "pdf", new Set(["a.pdf"]))).toBe("a (2).PDF");
  expect(attachmentName("a.pdf", "pdf", new Set(["a.pdf", "a (2).pdf"]))).toBe("a (3).pdf");
});
