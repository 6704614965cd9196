import { expect, test } from "vitest";
import { attachmentKind, attachmentName } from "../../../src/domain/attachment.ts";

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test.each<[string, string]>([
  ["\xff\xd8\xff\xe1\0\0Exif", "jpeg"],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "png"],
  ["RIFF\x24\0\0\0WEBPVP8 ", "webp"],
  ...["heic", "mif1", "heix", "heim", "heis", "hevc", "hevx", "msf1"].map(
    (brand): [string, string] => [`\0\0\0\x18ftyp${brand}\0\0\0\0`, "heic"],
  ),
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
  [`${"裁".repeat(100)}.jpg`, `${"裁".repeat(65)}.jpg`],
  ["x".repeat(220), `${"x".repeat(196)}.jpg`],
  ["CON", "_CON.jpg"],
])("a file named %j is stored as %j", (sent, kept) => {
  expect(attachmentName(sent, "jpeg")).toBe(kept);
});

test("a file's name is made unique among the files of one message", () => {
  expect(attachmentName("a.PDF", "pdf", new Set(["a.pdf"]))).toBe("a (2).PDF");
  expect(attachmentName("a.pdf", "pdf", new Set(["a.pdf", "a (2).pdf"]))).toBe("a (3).pdf");
});
