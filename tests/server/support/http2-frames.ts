import { connect, type TLSSocket } from "node:tls";
import { CA } from "./certificates.ts";

/** HTTP/2 written by hand, for what no well-behaved client sends. */
const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const END_STREAM = 1;
const END_HEADERS = 4;
const CANCEL = 8;

const frame = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
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

/** A request that is taken back at once. */
export const takenBack = (stream: number, path: string): Buffer => {
  const code = Buffer.alloc(4);
  code.writeUInt32BE(CANCEL);
  return Buffer.concat([
    frame(HEADERS, END_STREAM | END_HEADERS, stream, headersOf(path)),
    frame(RST_STREAM, 0, stream, code),
  ]);
};

/** The beginning of a request's headers, which go on in a later frame. */
export const unfinishedHeaders = (path: string): Buffer =>
  frame(HEADERS, END_STREAM, 1, headersOf(path));

/** A TLS connection that speaks HTTP/2 only. Its errors are ignored: the server may cut it. */
export const openTls = (address: string): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const socket = connect(
      { host: hostname, port: Number(port), ca: CA, ALPNProtocols: ["h2"] },
      () => resolve(socket),
    );
    socket.once("error", reject);
    socket.on("error", () => {});
    socket.resume();
  });
