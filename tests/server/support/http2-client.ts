import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { CA } from "./certificates.ts";

export interface Http2Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** One connection to a school. */
export const openSession = (address: string): Promise<ClientHttp2Session> =>
  new Promise((resolve, reject) => {
    const session = connect(address, { ca: CA });
    session.once("connect", () => resolve(session));
    session.once("error", reject);
  });

/** Sends a request on it; rejects if it is cut off. */
export const ask = (
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Http2Answer> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ":path": path, ...headers });
    let given: IncomingHttpHeaders = {};
    const chunks: Buffer[] = [];
    stream.on("response", (received) => {
      given = received;
    });
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("error", reject);
    stream.on("close", () => {
      if (stream.rstCode !== 0) reject(new Error(`The stream was reset with ${stream.rstCode}`));
      resolve({ status: Number(given[":status"]), headers: given, bytes: Buffer.concat(chunks) });
    });
    stream.end(body);
  });
