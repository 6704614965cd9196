import type { FilePart, HostDisk } from "./host-disk.ts";

interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

interface HostPages {
  readonly disk: HostDisk;
  readonly documentRoot: string;
  readonly singlePageServe: boolean;
  readonly mounts: ReadonlyMap<string, string>;
  /** The script that gives the page its token, once. */
  globals: () => string;
}

/** The types of what a build, content and this folder's tests have. */
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  css: "text/css",
  js: "application/javascript",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  woff2: "font/woff2",
  wasm: "application/wasm",
};

interface Range {
  readonly from?: number;
  readonly length?: number;
}

const rangeOf = (header = ""): Range => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  if (from === undefined) return {};
  const isEnded = to && Number(to) >= Number(from);
  return { from: Number(from), ...(isEnded && { length: Number(to) - Number(from) + 1 }) };
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

  const asset = (path: string, range: Range): HostAnswer => {
    if (!path.includes(".")) return asset(`${path.replace(/\/$/, "")}/index.html`, range);
    const part = read(path, range);
    const type = TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    if (part && range.from !== undefined) return ranged(part, range.from, type);
    if (part) return { status: 200, headers: { "Content-Type": type }, body: part.bytes };
    const again = singlePageServe && /index\.html$/.test(path) && path !== "/index.html";
    if (again) return asset("/index.html", range);
    return { status: 404, headers: { "Content-Type": type }, body: "" };
  };

  return (url: string, rangeHeader: string | undefined): HostAnswer => {
    const decoded = Buffer.from(
      url.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
      "latin1",
    ).toString();
    const path = decoded.split("?")[0] ?? "";
    if (!path.endsWith("__neutralino_globals.js")) return asset(path, rangeOf(rangeHeader));
    const headers = { "Content-Type": "application/javascript" };
    return { status: 200, headers, body: pages.globals() };
  };
};
