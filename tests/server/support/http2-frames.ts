import { connect, type TLSSocket } from "node:tls";
import { CA } from "./certificates.ts";

/** HTTP/2 written by hand, for what no well-behaved client sends. */
const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA = 0;
const HEADERS = 1;
const PRIORITY = 2;
const RST_STREAM = 3;
const SETTINGS = 4;
const PING = 6;
const WINDOW_UPDATE = 8;
const CONTINUATION = 9;
const ACK = 1;
const END_STREAM = 1;
const END_HEADERS = 4;
const REFUSED = 7;
const CANCEL = 8;
const INITIAL_WINDOW_SIZE = 4;

/** Any frame, also one that no specification allows. */
export const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

/** `GET` of a path, in HPACK without compression. */
const headersOf = (path: string): Buffer => {
  const text = (index: number, value: string) =>
    Buffer.concat([Buffer.from([index, value.length]), Buffer.from(value)]);
  // Of the static table: `:method: GET`, `:scheme: https`; the names `:path` and `:authority`.
  return Buffer.concat([Buffer.from([0x82, 0x87]), text(0x04, path), text(0x01, "school.example")]);
};

/** What a client sends first. */
export const opening = (): Buffer =>
  Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, 0, 0, Buffer.alloc(0))]);

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A whole request. */
export const request = (stream: number, path: string): Buffer =>
  frame(HEADERS, END_STREAM | END_HEADERS, stream, headersOf(path));

/** The headers of a request that has a body. */
export const requestWithBody = (stream: number, path: string): Buffer =>
  frame(HEADERS, END_HEADERS, stream, headersOf(path));

export const data = (stream: number, bytes: Buffer): Buffer => frame(DATA, 0, stream, bytes);

/** More of the headers that `unfinishedHeaders` has begun. @param field its literal bytes */
export const continuation = (stream: number, field: Buffer): Buffer =>
  frame(CONTINUATION, 0, stream, field);

/** A header field in HPACK, without compression and without an index. */
export const field = (name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);

/** The size of the window of every stream, for what the server sends. */
export const windowOfStreams = (bytes: number): Buffer =>
  frame(SETTINGS, 0, 0, Buffer.concat([Buffer.from([0, INITIAL_WINDOW_SIZE]), uint32(bytes)]));

export const emptySettings = (): Buffer => frame(SETTINGS, 0, 0, Buffer.alloc(0));

export const settingsReceived = (): Buffer => frame(SETTINGS, ACK, 0, Buffer.alloc(0));

export const ping = (): Buffer => frame(PING, 0, 0, Buffer.alloc(8, 7));

export const windowUpdate = (stream: number, bytes: number): Buffer =>
  frame(WINDOW_UPDATE, 0, stream, uint32(bytes));

export const priority = (stream: number, parent: number): Buffer =>
  frame(PRIORITY, 0, stream, Buffer.concat([uint32(parent), Buffer.from([1])]));

/** Ends a stream; a client and a server send the same. */
export const cancel = (stream: number): Buffer => frame(RST_STREAM, 0, stream, uint32(CANCEL));

/** How the server refuses a request, which the client may send again. */
export const refused = (stream: number): Buffer => frame(RST_STREAM, 0, stream, uint32(REFUSED));

/** How the frame with the headers of an answer begins, after its length. */
export const answerOf = (stream: number): Buffer =>
  Buffer.concat([Buffer.from([HEADERS, END_HEADERS]), uint32(stream)]);

/** A request that is taken back at once. */
export const takenBack = (stream: number, path: string): Buffer =>
  Buffer.concat([request(stream, path), cancel(stream)]);

/** The beginning of a request's headers, which go on in a later frame. */
export const unfinishedHeaders = (path: string): Buffer =>
  frame(HEADERS, END_STREAM, 1, headersOf(path));

/**
 * A TLS connection that speaks HTTP/2 only. Its errors are ignored: the server may cut it.
 * @param localAddress of this machine, such as `127.0.0.2`
 */
export const openTls = (address: string, localAddress?: string): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const socket = connect(
      {
        host: hostname,
        port: Number(port),
        ca: CA,
        ALPNProtocols: ["h2"],
        ...(localAddress && { localAddress }),
      },
      () => resolve(socket),
    );
    socket.once("error", reject);
    socket.on("error", () => {});
    socket.resume();
  });
