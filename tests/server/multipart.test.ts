import { Readable } from "node:stream";
import { HonoRequest } from "hono/request";
import { describe, expect, test } from "vitest";
import { readFormParts } from "../../src/server/http/uploads/multipart.ts";
import { BOUNDARY, type FormPart, formBytes } from "./support/form.ts";

const MAX_BYTES = 20_000;

/** A request whose body arrives in pieces of this size. */
const requestOf = (body: Buffer, pieceBytes: number): HonoRequest => {
  const pieces = Array.from({ length: Math.ceil(body.length / pieceBytes) }, (_, at) =>
    body.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  );
  const stream = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  // The DOM's type does not have the field that Node asks for.
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers,
    body: stream,
    duplex: "half",
  };
  return new HonoRequest(new Request("http://school/", init));
};

const read = async (body: Buffer, pieceBytes: number): Promise<FormPart[]> => {
  const parts: FormPart[] = [];
  for await (const { name, fileName, body: content } of readFormParts(
    requestOf(body, pieceBytes),
    MAX_BYTES,
  )) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    parts.push({ name, ...(fileName !== null && { fileName }), body: text });
  }
  return parts;
};

describe.each([1, 7, 64 * 1024])("a form in pieces of %i bytes", (pieceBytes) => {
  test("a form is read with its empty fields, and with content that looks like a boundary", async () => {
    const parts: FormPart[] = [
      { name: "empty", body: "" },
      { name: "comment", body: `\r\n\r\n--${BOUNDARY.slice(0, -1)}\r\n-` },
      { name: "שם", fileName: "a\0ב.jpg", body: `--${BOUNDARY}` },
      { name: "files", fileName: "", body: "" },
    ];
    expect(await read(formBytes(parts), pieceBytes)).toEqual(parts);
  });

  test.each([
    ["nothing", ""],
    ["another boundary", `--other\r\n`],
    ["a part without headers", `--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--`],
    [
      "a part that is no field",
      `--${BOUNDARY}\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--${BOUNDARY}--`,
    ],
    ["text after a boundary", `--${BOUNDARY}x\r\n\r\nx\r\n--${BOUNDARY}--`],
    ["text before the first boundary without end", "x".repeat(9000)],
    ["headers without end", `--${BOUNDARY}\r\nX: ${"y".repeat(9000)}`],
    ["a part without end", formBytes([{ name: "a", body: "x" }], "").toString()],
    ["half of its last boundary", formBytes([{ name: "a", body: "x" }], "--").toString()],
  ])("a form is refused with %s", async (_, body) => {
    await expect(read(Buffer.from(body), pieceBytes)).rejects.toMatchObject({ status: 400 });
  });

  test("a form is refused when it is too large", async () => {
    const body = formBytes([{ name: "a", body: "x".repeat(MAX_BYTES) }]);
    await expect(read(body, pieceBytes)).rejects.toMatchObject({ status: 413 });
  });
});
