import { expect, test } from "vitest";
import { fileNameKey } from "../../../src/lib/file-name-key.ts";
import { isJunkFile } from "../../../src/lib/is-junk-file.ts";
import { safeFileName } from "../../../src/lib/safe-file-name.ts";
import fc from "../../support/fast-check.ts";

test.each([
  ...["Thumbs.db", "thumbs.DB", "PM/assets/Thumbs.db", "ehthumbs.db", "desktop.ini"],
  ...["Desktop.ini", "$RECYCLE.BIN/x", "System Volume Information/x"],
  ...[".DS_Store", "PM/.DS_Store", "._frame.svg", "__MACOSX/PM/._frame.svg", "__MACOSX/x"],
  ...["Icon\r", "PM/Icon\r", "Icon\uf00d", ".Spotlight-V100/x", ".Trashes/1", ".fseventsd/x"],
  ...["~$task.docx", "PM/~$task.docx", "~WRL0001.tmp", ".~lock.task.odt#", "task.md~", "~"],
  ...["#hem.md#", "hem.md.swp", ".hem.md.swp", "hem.swo", ".git/config", ".gitignore"],
  ...[".svn/entries", ".vscode/settings.json", "@eaDir/x.jpg/SYNOPHOTO", "#recycle/x"],
  ...["lost+found/x", ".nfs0001", ".directory", ".hidden"],
])("a file that a system or program has left behind is told by its name: %j", (path) =>
  expect(isJunkFile(path)).toBe(true),
);

test.each([
  ...["hem.md", "PM/assets/frame.svg", "thumbs.svg", "Thumbs.db.svg", "my desktop.ini.pdf"],
  ...["Icon", "icon.svg", "Icons/x.svg", "~frame.svg", "frame~1.svg", "a.b.svg", "x.tmp"],
  ...["#1.svg", "MACOSX/x", "git/x", "x.swf", "../x", "./x", "", "é.svg", "מחסר.svg"],
])("a file that a system or program has left behind is not any other: %j", (path) =>
  expect(isJunkFile(path)).toBe(false),
);

/** Names that every system can store. */
const SAFE = [
  ...["block.jpg", "גזרה שלי.jpg", "👩‍👩‍👧 dart.svg", "می‌خواهم.pdf", "archive.tar.gz"],
  "Tom's dart (1), 50% #2 & ä+b~.jpg",
  // No devices of Windows.
  ...["console.svg", "CON-1.jpg", "COM10", "icon.svg", "NULL"],
];

/** Devices of Windows, in any case, with any extension. */
const DEVICES = [
  ...["CON", "Aux.tar.gz", "nul .txt", "com9.svg", "COM¹.svg", "lpt0.txt"],
  ...["CONIN$", "conout$.log", "CLOCK$"],
];

/** Other names and what becomes of them. */
const CHANGED: readonly (readonly [name: string, safe: string])[] = [
  ["CON.", "_CON"],
  // What Windows takes away or forbids, and what separates folders.
  ["name.", "name"],
  ["name. .", "name"],
  [" .name", "name"],
  ["name.jpg...", "name.jpg"],
  ['a<b>c:d"e|f?g*h.jpg', "a_b_c_d_e_f_g_h.jpg"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["C:\\x\\y.jpg", "C__x_y.jpg"],
  // What nobody sees.
  ["a\u0000b\u001f\u007f\u0085c.jpg", "abc.jpg"],
  ["a\u202egpj.exe", "agpj.exe"],
  ["\u200e\u200f\u061ca\u2066b\u2069\ufeff\u200b\u00ad.jpg", "ab.jpg"],
  ["a\ud800b.jpg", "ab.jpg"],
  ["C\u200bON.jpg", "_CON.jpg"],
  // One form of Unicode.
  ["e\u0301.jpg", "é.jpg"],
  // Nothing left.
  ...["", "...", "\u202e"].map((name) => [name, "file"] as const),
  // At most 255 bytes, whole characters, and the extension.
  [`${"x".repeat(300)}.jpg`, `${"x".repeat(251)}.jpg`],
  [`${"🧵".repeat(100)}.jpeg`, `${"🧵".repeat(62)}.jpeg`],
  [`${"👩‍👩‍👧‍👦".repeat(20)}.jpg`, `${"👩‍👩‍👧‍👦".repeat(10)}.jpg`],
  [`a${"\u0331".repeat(200)}.jpg`, `a${"\u0331".repeat(125)}.jpg`],
  [`${"x".repeat(250)} . ${"y".repeat(20)}.jpg`, `${"x".repeat(250)}.jpg`],
  [`${"x".repeat(300)}.${"y".repeat(40)}`, "x".repeat(255)],
  [`con${"👩\u200d".repeat(60)}👩.jpg`, "_con.jpg"],
  [`${"x".repeat(250)}.裁裁裁裁裁裁裁裁`, `${"x".repeat(250)}.裁`],
];

const bytes = (name: string): number => Buffer.byteLength(name);

test.each([
  ...SAFE.map((name) => [name, name] as const),
  ...DEVICES.map((name) => [name, `_${name}`] as const),
  ...CHANGED,
])("a file's name that every system can store, for %j, is %j", (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test("a file's name differs from the others in its folder, on systems that ignore case or the form of letters, too", () => {
  const taken = new Set<string>();
  const names = ["a.pdf", "A.pdf", "a.PDF", "é.svg", "e\u0301.svg", "É.SVG", "CON", "_con"];
  const safe = names.map((name) => {
    const free = safeFileName(name, { taken });
    taken.add(fileNameKey(free));
    return free;
  });
  expect(safe).toEqual([
    ...["a.pdf", "A (2).pdf", "a (3).PDF", "é.svg", "é (2).svg", "É (3).SVG"],
    ...["_CON", "_con (2)"],
  ]);
  const long = `${"裁".repeat(100)}.jpg`;
  const first = safeFileName(long);
  const second = safeFileName(long, { taken: new Set([fileNameKey(first)]) });
  expect(second).toBe(`${"裁".repeat(82)} (2).jpg`);
  expect(bytes(second)).toBeLessThanOrEqual(255);
});

test("a file's name is one that every system can store, whatever it was", () => {
  // The tables behind fast-check's own units of text take seconds to make.
  const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const unit = fc.constantFrom(
    ...["a", "é", "e\u0301", "裁", "🧵", "👩‍👩‍👧‍👦", "🇬🇷", "กำ", " ", "."],
  );
  const text = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 400 }),
    fc.string({ unit, maxLength: 300 }),
    fc
      .tuple(
        fc.constantFrom("con", "NUL", "com¹", "a", "裁", "\u202e", " ", "."),
        fc.string({ unit, maxLength: 4 }),
        fc.constantFrom("", ".jpg", ".", " ", ". .", "\u0000"),
      )
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 40, max: 255 }), (name, maxBytes) => {
      const safe = safeFileName(name, { maxBytes });
      expect(bytes(safe)).toBeLessThanOrEqual(maxBytes);
      expect(safe).not.toMatch(/[<>:"|?*/\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|^[\s.]|[\s.]$/u);
      expect(safe).not.toMatch(/^(con|prn|aux|nul|(com|lpt)[\d¹²³])\s*(\.|$)/i);
      expect(safe).not.toBe("");
      expect(safe.isWellFormed()).toBe(true);
      expect(safe.normalize("NFC")).toBe(safe);
      expect(safeFileName(safe, { maxBytes })).toBe(safe);
      expect(safeFileName(name, { maxBytes, taken: new Set([fileNameKey(safe)]) })).not.toBe(safe);
    }),
    { numRuns: 2000 },
  );
});
