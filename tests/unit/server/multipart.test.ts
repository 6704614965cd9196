import { Readable } from "node:stream";
import { HonoRequest } from "hono/request";
import { describe, expect, test } from "vitest";
import { readFormParts } from "../../../src/server/uploads/multipart.ts";

const MAX_BYTES = 20_000;
const TYPE = "multipart/form-data; boundary=xyz";

/** A request whose body arrives in pieces of this size. */
const requestOf = (body: string | null, type: string | null = TYPE, pieceBytes = 1 << 20) => {
  const bytes = Buffer.from(body ?? "");
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) =>
    bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  );
  const stream = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  // The DOM's type does not have the field that Node asks for.
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: type === null ? {} : { "Content-Type": type },
    body: body === null ? null : stream,
    duplex: "half",
  };
  return new HonoRequest(new Request("http://school/", init));
};

const part = (headers: string, body: string) => `--xyz\r\n${headers}\r\n\r\n${body}\r\n`;
const field = (name: string, body = "") =>
  part(`Content-Disposition: form-data; name="${name}"`, body);

const read = async (
  body: string | null,
  { type = TYPE as string | null, maxBytes = MAX_BYTES, pieceBytes = 1 << 20 } = {},
) => {
  const parts: [string, string | null, string][] = [];
  for await (const { name, fileName, body: content } of readFormParts(
    requestOf(body, type, pieceBytes),
    maxBytes,
  )) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    parts.push([name, fileName, Buffer.concat(pieces).toString()]);
  }
  return parts;
};

test.each([
  'multipart/form-data; boundary="xyz"',
  'multipart/form-data;boundary="xyz"; charset=utf-8',
  "Multipart/Form-Data ; charset=utf-8; Boundary=xyz",
])("the type of a form names its boundary: %s", async (type) => {
  expect(await read(`${field("a", "1")}--xyz--`, { type })).toEqual([["a", null, "1"]]);
});

const LONG = `a b${"c".repeat(67)}`;

test("the type of a form may name a boundary of seventy characters with spaces", async () => {
  const body = `${field("a", "1")}--xyz--`.replaceAll("--xyz", `--${LONG}`);
  const type = `multipart/form-data; boundary="${LONG}"`;
  expect(await read(body, { type })).toEqual([["a", null, "1"]]);
});

test.each([
  null,
  "multipart/form-data",
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary="${LONG}d"`,
  "multipart/mixed; boundary=xyz",
  "multipart/form-database; boundary=xyz",
  "application/json; multipart/form-data; boundary=xyz",
])("the type of a form is refused if it is another one: %s", async (type) => {
  const refusal = { status: 415, code: "request/wrong_type" };
  await expect(read(`${field("a")}--xyz--`, { type })).rejects.toMatchObject(refusal);
});

const NO_NAME = "A part of the form has no name";
const nameless = (headers: string) => `${part(headers, "1")}--xyz--`;

describe.each([1, 7, 64 * 1024])("a form in pieces of %i bytes", (pieceBytes) => {
  test("a form is read with its empty fields, and with content that looks like a boundary", async () => {
    const body = [
      field("empty"),
      field("comment", "\r\n\r\n--xy\r\n-"),
      part('Content-Disposition: form-data; name="שם"; filename="a\0ב.jpg"', "--xyz"),
    ];
    expect(await read(`${body.join("")}--xyz--`, { pieceBytes })).toEqual([
      ["empty", null, ""],
      ["comment", null, "\r\n\r\n--xy\r\n-"],
      ["שם", "a\0ב.jpg", "--xyz"],
    ]);
  });

  test.each<[string, string | null]>([
    ["The form is incomplete", null],
    ["The form is incomplete", ""],
    ["The form is incomplete", "--other\r\n"],
    ["The form is incomplete", field("a", "1")],
    ["The form is incomplete", `${field("a", "1")}--xyz-`],
    ["The form's parts are not divided by lines", "--xyz \r\n"],
    ["The form's parts begin with too much", `${"x".repeat(8193)}\r\n${field("a")}--xyz--`],
    ["The form's parts begin with too much", `--xyz\r\nX: ${"y".repeat(9000)}`],
    ["The form is incomplete", "--xyz\r\n\r\nx\r\n--xyz--"],
    [NO_NAME, nameless("Content-Type: text/plain")],
    [NO_NAME, nameless('Content-Disposition: form-data; filename="a"')],
    [NO_NAME, nameless('X-Content-Disposition: form-data; name="a"')],
  ])("a form is refused: %s", async (message, body) => {
    const refusal = { status: 400, code: "request/malformed", message };
    await expect(read(body, { pieceBytes })).rejects.toMatchObject(refusal);
  });

  test("a form may have as many bytes as its limit, and not one more", async () => {
    const body = `${field("a", "x".repeat(500))}--xyz--`;
    expect((await read(body, { maxBytes: body.length, pieceBytes })).length).toBe(1);
    await expect(read(body, { maxBytes: body.length - 1, pieceBytes })).rejects.toMatchObject({
      status: 413,
      code: "request/too_large",
      message: `The form may have at most ${body.length - 1} bytes`,
    });
  });
});

test("a form may have a preamble, which is not read, parts with large headers, and bytes behind its end", async () => {
  const headers = 'Content-Disposition: form-data; name="a"\r\nX-Large: ';
  const padded = headers.padEnd(8192, "x");
  const end = `--xyz--\r\nmore\r\n${field("b")}`;
  expect(await read(`${"x".repeat(8000)}\r\n${part(padded, "1")}${end}`)).toEqual([
    ["a", null, "1"],
  ]);
  await expect(read(`${part(`${padded}x`, "1")}${end}`)).rejects.toMatchObject({ status: 400 });
});

test("a form names its parts as browsers do: header names in any case, signs encoded", async () => {
  const body = [
    part('content-type: text/plain\r\nCONTENT-DISPOSITION:form-data ;NAME="a%22b%0d%0Ac%41"', "1"),
    part('Content-Disposition: form-data; name="file"; filename="%22x%22.txt"', "2"),
    part('Content-Disposition: form-data;  name="empty"; filename=""', ""),
  ];
  expect(await read(`${body.join("")}--xyz--`)).toEqual([
    ['a"b\r\nc%41', null, "1"],
    ["file", '"x".txt', "2"],
    ["empty", "", ""],
  ]);
});

test("a form goes on after parts that were not read, or only in part, and gives each content once", async () => {
  const seen: string[] = [];
  const body = ["a", "b", "c"].map((name) => field(name, `${name}1\r\nmore`)).join("");
  for await (const { name, body: content } of readFormParts(
    requestOf(`${body}--xyz--`),
    MAX_BYTES,
  )) {
    seen.push(name);
    if (name === "b") for await (const _ of content) break;
    if (name !== "c") continue;
    for await (const piece of content) seen.push(piece.toString());
    for await (const piece of content) seen.push(`again ${piece}`);
  }
  expect(seen).toEqual(["a", "b", "c", "c1\r\nmore"]);
});
