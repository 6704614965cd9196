import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { cutText } from "../../../src/lib/cut-text.ts";
import {
  checksumFormat,
  decodeChecksumLine,
  encodeChecksumLine,
} from "../../../src/lib/encoded-line.ts";
import { withoutInvisible, withoutMarks } from "../../../src/lib/without-invisible.ts";
import { DONE } from "../../support/results.ts";

test.each([
  ["abcd", 3, "abc"],
  ["ab🧵", 3, "ab"],
  ["abe\u0301", 3, "ab"],
  ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 20, "👩‍👩‍👧‍👦"],
  ["🇬🇷🇹🇷", 6, "🇬🇷"],
  ["กำกำ", 3, "กำ"],
])("a text is cut between two characters: %j to %i is %j", (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test("a character that is too long by itself is cut, but not within a surrogate pair", () => {
  expect(cutText("👩‍👩‍👧‍👦", 4)).toBe("👩\u200d");
  expect(cutText(`a${"\u0301".repeat(300)}`, 10)).toBe(`a${"\u0301".repeat(9)}`);
});

test.each([
  ["\u200bzwsp@school.example", "zwsp@school.example"],
  ["\u202abidi@school.example\u202c", "bidi@school.example"],
  ["nbsp\u00a0@school.example", "nbsp@school.example"],
  [" soft\u00adhyphen @ school\u200e.example\ufeff ", "softhyphen@school.example"],
  ["\u2066anna\u00a0k\u2069", "anna k"],
  ["anna maria@school.example", "anna maria@school.example"],
  ["anna\r\n@school.example\0", "anna@school.example\0"],
])("takes invisible signs off a name or address: %j", (given, kept) => {
  expect(withoutInvisible(given)).toBe(kept);
});

test.each([
  ["\u200eAnna\u00a0Maria\u200b", "Anna Maria"],
  ["Mül\u00adler", "Müller"],
  ["علی\u200cرضا", "علی\u200cرضا"],
  ["👩\u200d🔧 Zoë", "👩\u200d🔧 Zoë"],
])("takes invisible signs off a person's name, but not what joins letters: %j", (given, kept) => {
  expect(withoutMarks(given)).toBe(kept);
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const MARK = checksumFormat("LSR", 1);
const VALUE = ["0a1b", "נועה 👗", "x".repeat(300)];

const line = await encodeChecksumLine(MARK, VALUE, sha256);
const read = (text: string) => decodeChecksumLine(MARK, text, sha256);

test("a value in one line of text consists of plain letters, with the mark, the version and a checksum", () => {
  const [start = "", payload = "", check = ""] = line.split(".");
  expect(line).toMatch(/^LSR1\.[\w-]+\.[\da-f]{16}$/);
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toEqual(VALUE);
  expect(check).toBe(sha256(`${start}.${payload}`).slice(0, 16));
});

test.each([
  ["unchanged", line],
  ["broken into short lines", line.replace(/.{40}/g, "$&\r\n")],
  ["with words around it", `Dear school,\n\nhere it is: ${line} — thank you.\nNoa`],
  ["with a byte order mark", `\ufeff${line}\n`],
])("a value in one line of text is read %s", async (_, text) => {
  expect(await read(text)).toEqual({ ok: true, value: VALUE });
});

test.each([
  ["another text", "LSR", "absent"],
  ["one of another kind", line.replace("LSR1", "LSL1"), "absent"],
  ["a newer one", line.replace("LSR1", "LSR2"), "other-version"],
  ["one that was cut", line.slice(0, -1), "damaged"],
  ["one with a letter changed", line.replace("LSR1.W", "LSR1.X"), "damaged"],
])("a value in one line of text is not found in %s", async (_, text, failure) => {
  expect(await read(text)).toEqual({ ok: false, failure });
});

test("a value in one line of text with an invalid payload is missing", async () => {
  const payload = "AAAA";
  const check = sha256(`LSR1.${payload}`).slice(0, 16);
  expect(await read(`LSR1.${payload}.${check}`)).toEqual(DONE);
});
