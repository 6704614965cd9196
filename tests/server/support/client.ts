import { type IncomingHttpHeaders, request } from "node:http";
import { request as secureRequest } from "node:https";
import { CA } from "./certificates.ts";

export interface Asking {
  /** By default POST with a body, and else GET. */
  method?: string;
  token?: string;
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** Sent in place of the address's path, without normalisation. */
  rawPath?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields they expect and fail if one is missing.
  readonly json: any;
}

/** Sends a request without decompression, redirects or cache. */
export const send = (address: string, asking: Asking = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const url = new URL(address);
    const body = asking.json === undefined ? asking.body : JSON.stringify(asking.json);
    const headers: Record<string, string> = { ...asking.headers };
    if (asking.token) headers.Authorization = `Bearer ${asking.token}`;
    if (asking.json !== undefined) headers["Content-Type"] ??= "application/json";
    if (body !== undefined) headers["Content-Length"] ??= String(Buffer.byteLength(body));
    const isSecure = url.protocol === "https:";
    const outgoing = (isSecure ? secureRequest : request)(
      {
        ...(isSecure && { ca: CA }),
        host: url.hostname,
        port: url.port,
        path: asking.rawPath ?? url.pathname + url.search,
        method: asking.method ?? (body === undefined ? "GET" : "POST"),
        headers,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes,
            text,
            get json() {
              return JSON.parse(text);
            },
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
