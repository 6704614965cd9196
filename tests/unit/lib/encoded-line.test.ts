import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  checksumFormat,
  decodeChecksumLine,
  encodeChecksumLine,
} from "../../../src/lib/encoded-line.ts";
import { DONE } from "../../support/results.ts";

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
