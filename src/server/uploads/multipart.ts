import type { HonoRequest } from "hono";
import { HttpProblem } from "../problem.ts";

// @fastify/busboy silently skips a part without a name, without headers or with another
// disposition, text after a boundary, and headers over its limit. It would accept a form that has
// lost a file in transit. Here each of these is a 400. @remix-run/multipart-parser keeps each part in memory
// until its end, takes parts without a name and any two bytes after a boundary, and refuses a preamble.

/**
 * One field of a form. The iterator skips the unread rest of its body when it moves to the next
 * part.
 */
export interface FormPart {
  name: string;
  /** The file name that the client sent; null for a field that is not a file. */
  fileName: string | null;
  body: AsyncIterable<Buffer>;
}

const MAX_HEADER_BYTES = 8 * 1024;
const LINE = "\r\n";

const malformed = (detail: string) => new HttpProblem(400, "request/malformed", detail);
const truncated = () => malformed("The form is incomplete");

/** Reads a body's bytes on demand. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  #buffer: Buffer = Buffer.from(LINE);
  #read = 0;

  constructor(body: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#source = body[Symbol.asyncIterator]();
    this.#maxBytes = maxBytes;
  }

  /** Reads more bytes. @throws HttpProblem when the body has ended or is too large */
  async #more(): Promise<void> {
    const next = await this.#source.next().catch(() => null);
    if (!next || next.done) throw truncated();
    this.#read += next.value.length;
    if (this.#read > this.#maxBytes) {
      throw new HttpProblem(
        413,
        "request/too_large",
        `The form may have at most ${this.#maxBytes} bytes`,
      );
    }
    this.#buffer = Buffer.concat([this.#buffer, next.value]);
  }

  #take(count: number): Buffer {
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return taken;
  }

  async take(count: number): Promise<string> {
    while (this.#buffer.length < count) await this.#more();
    return this.#take(count).toString("latin1");
  }

  /** Yields the bytes before the boundary in pieces, and consumes the boundary. */
  async *until(mark: string): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(mark);
      if (at >= 0) {
        if (at > 0) yield this.#take(at);
        this.#take(mark.length);
        return;
      }
      // The boundary may span two chunks.
      const safe = this.#buffer.length - mark.length + 1;
      if (safe > 0) yield this.#take(safe);
      await this.#more();
    }
  }

  async text(mark: string, maxBytes: number): Promise<string> {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of this.until(mark)) {
      length += piece.length;
      if (length > maxBytes) throw malformed("The form's parts begin with too much");
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString("utf8");
  }
}

/** Browsers encode quotation marks and line breaks in a name in this way, and nothing else. */
const unescaped = (value: string): string =>
  value.replace(/%(22|0D|0A)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

const parameterOf = (disposition: string, name: string): string | null => {
  const found = new RegExp(`;\\s*${name}="([^"]*)"`, "i").exec(disposition)?.[1];
  return found === undefined ? null : unescaped(found);
};

const boundaryOf = (request: HonoRequest): string => {
  const type = request.header("content-type") ?? "";
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  const name = boundary?.[1] ?? boundary?.[2];
  if (!/^multipart\/form-data\s*;/i.test(type) || !name) {
    throw new HttpProblem(415, "request/wrong_type", "The body must be multipart/form-data");
  }
  return name;
};

/** Yields the bytes before the boundary. A new iteration continues where the last one stopped. */
const bodyOf = (reader: Reader, mark: string): AsyncIterable<Buffer> => {
  let ended = false;
  return {
    async *[Symbol.asyncIterator]() {
      if (ended) return;
      yield* reader.until(mark);
      ended = true;
    },
  };
};

/**
 * Yields the parts of a form as they arrive, without holding a whole part in memory. Ends after the
 * closing boundary; a truncated form throws.
 * @throws HttpProblem 400, 413, 415
 */
export async function* readFormParts(
  request: HonoRequest,
  maxBytes: number,
): AsyncGenerator<FormPart> {
  const mark = `${LINE}--${boundaryOf(request)}`;
  if (!request.raw.body) throw truncated();
  const reader = new Reader(request.raw.body as AsyncIterable<Uint8Array>, maxBytes);
  await reader.text(mark, MAX_HEADER_BYTES);
  for (;;) {
    const after = await reader.take(2);
    if (after === "--") return;
    if (after !== LINE) throw malformed("The form's parts are not divided by lines");
    const head = LINE + (await reader.text(LINE + LINE, MAX_HEADER_BYTES));
    const disposition = /\r\ncontent-disposition:\s*form-data([^\r]*)/i.exec(head)?.[1] ?? "";
    const name = parameterOf(disposition, "name");
    if (name === null) throw malformed("A part of the form has no name");
    const body = bodyOf(reader, mark);
    yield { name, fileName: parameterOf(disposition, "filename"), body };
    for await (const _ of body);
  }
}
