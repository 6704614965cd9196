import type { FilePart, HostDisk } from "./host-disk.ts";

export interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

export interface HostPages {
  readonly disk: HostDisk;
  readonly documentRoot: string;
  readonly singlePageServe: boolean;
  readonly mounts: ReadonlyMap<string, string>;
  /** The script that gives the page its token, once. */
  globals: () => string;
}

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  txt: "text/plain",
  vtt: "text/vtt",
  html: "text/html",
  avif: "image/avif",
  gif: "image/gif",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  ico: "image/x-icon",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  mp4: "video/mp4",
  webm: "video/webm",
  mp3: "audio/mp3",
  wav: "audio/wave",
  woff2: "font/woff2",
  pdf: "application/pdf",
  js: "application/javascript",
  mjs: "application/javascript",
  json: "application/json",
  xml: "application/xml",
  zip: "application/zip",
  wasm: "application/wasm",
};

interface Range {
  readonly from: number | undefined;
  readonly length: number | undefined;
}

const rangeOf = (header: string | undefined): Range => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === undefined) return { from: undefined, length: undefined };
  const length = to && Number(to) >= Number(from) ? Number(to) - Number(from) + 1 : undefined;
  return { from: Number(from), length };
};

const ranged = ({ bytes, size }: FilePart, from: number, type: string): HostAnswer => {
  const headers = { "Content-Type": type, "Accept-Ranges": "bytes" };
  if (from >= size) {
    return { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` }, body: "" };
  }
  const range = `bytes ${from}-${from + bytes.length - 1}/${size}`;
  return { status: 206, headers: { ...headers, "Content-Range": range }, body: bytes };
};

/**
 * Answers a GET as the runtime does. It decodes names before it resolves them, so `..%2F` leaves
 * the folder; a name without a dot is a folder.
 */
export const createHostPages = (pages: HostPages) => {
  const { disk, documentRoot, singlePageServe, mounts } = pages;

  const read = (path: string, { from, length }: Range): FilePart | null => {
    const mount = [...mounts].toSorted().find(([prefix]) => path.startsWith(prefix));
    const file = mount ? `${mount[1]}/${path.slice(mount[0].length)}` : documentRoot + path;
    try {
      return disk.read(file, from, length);
    } catch {
      return null;
    }
  };

  const asset = (path: string, range: Range, prepended = ""): HostAnswer => {
    if (!path.includes(".")) {
      return asset(`${path.replace(/\/$/, "")}/index.html`, range, prepended);
    }
    const part = read(path, range);
    const type = TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    if (!part) {
      const again = singlePageServe && /index\.html$/.test(path) && path !== "/index.html";
      if (again) return asset("/index.html", range, prepended);
      return { status: 404, headers: { "Content-Type": type }, body: prepended };
    }
    if (range.from !== undefined) return ranged(part, range.from, type);
    const body = prepended ? prepended + part.bytes.toString() : part.bytes;
    return { status: 200, headers: { "Content-Type": type }, body };
  };

  return (url: string, rangeHeader: string | undefined): HostAnswer => {
    const decoded = Buffer.from(
      url.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
      "latin1",
    ).toString();
    const path = decoded.split("?")[0] ?? "";
    if (/__neutralino_globals\.js$/.test(path)) {
      const headers = { "Content-Type": "application/javascript" };
      return { status: 200, headers, body: pages.globals() };
    }
    // A bundle with this name would receive the token, which is given only once.
    const prepended = /neutralino\.js$/.test(path) ? pages.globals() : "";
    return asset(path, rangeOf(rangeHeader), prepended);
  };
};
