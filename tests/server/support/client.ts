import { type IncomingHttpHeaders, request } from "node:http";
import { request as secureRequest } from "node:https";
import { CA } from "./certificates.ts";

export interface Asking {
  /** By default POST with a body, and else GET. */
  method?: string;
  token?: string;
  json?: unknown;
  /** The fields of a form on a page; with a body, its type alone. */
  form?: Record<string, string>;
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
  /** The status and the code of a problem, to compare both at once. */
  readonly outcome: [status: number, code: string | undefined];
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Sends a request without decompression, redirects or cache. */
export const send = (address: string, asking: Asking = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const url = new URL(address);
    const { json, form } = asking;
    const fields = form && new URLSearchParams(form).toString();
    const body = json === undefined ? (asking.body ?? fields) : JSON.stringify(json);
    const headers: Record<string, string> = { ...asking.headers };
    if (asking.token) headers.Authorization = `Bearer ${asking.token}`;
    if (json !== undefined || form) headers["Content-Type"] ??= form ? FORM_TYPE : JSON_TYPE;
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
            get outcome(): Answer["outcome"] {
              return [incoming.statusCode ?? 0, JSON.parse(text).code];
            },
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
