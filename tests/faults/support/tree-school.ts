import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { json, type Received, startHttpServer } from "../../unit/transport/http-server.ts";

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

/** Bytes that depend on the name only. */
export const bytesOf = (name: string, size: number): Buffer => {
  const block = createHash("sha512").update(name).digest();
  return Buffer.alloc(size, block);
};

/** The checksum of a file of the school, which is asked for often. */
const checksums = new WeakMap<Buffer, string>();
const checksumOf = (bytes: Buffer): string => {
  const checksum = checksums.get(bytes) ?? sha256(bytes);
  checksums.set(bytes, checksum);
  return checksum;
};

/** A request for a file, and how much of the answer was sent. */
export interface Read {
  name: string;
  language: string;
  ticket: string | null;
  from: number;
  headers: IncomingHttpHeaders;
  /** Bytes of the body given to the network. */
  sent: number;
  response: ServerResponse;
}

export interface AskedBundle {
  language: string;
  names: string[];
  ticket: string | null;
  headers: IncomingHttpHeaders;
  /** Its number, from 1. */
  time: number;
}

/** Replaces the school's answer to a request for a file. */
export type Override = (
  response: ServerResponse,
  read: Read,
  bytes: Buffer,
  /** The number of the request for this file, from 1. */
  time: number,
) => void;

/** A product with one course, whose only lesson has these assets. */
export const productWith = (assets: readonly string[]) => {
  const pages = assets.map((name) => ({ title: name, html: `<img data-asset="${name}">` }));
  const lesson = { dbid: 1, key: "LS_1", title: { en: "Darts" }, image: "", type: "text" };
  const menu2 = [{ props: { title: "Darts", translations: [] }, lessons: ["LS_1"] }];
  return {
    props: { id: 1, key: "PM", title: "Patterns", translations: [] },
    menu: {
      menu1: [{ props: { key: "1", title: "Skirts", descr: "", translations: [] }, menu2 }],
    },
    lessons: {
      LS_1: { ...lesson, extra: "kept as it was sent", html: { languages: { en: { pages } } } },
    },
    courses: {
      PMB: {
        props: { id: 10, title: "Basics", translations: [], weeklyTarget: 2 },
        lessonsOrder: [{ id: 1, package_id: 1 }],
        ...{ visibles: [], lpackages: [], lpackagesOrder: [] },
      },
    },
    courseOrder: ["PMB"],
    lpackages: {},
  };
};

/** A school in this process that serves only content for use without a network. */
export const startTreeSchool = async () => {
  /** By language, then by name. */
  const trees = new Map<string, Map<string, Buffer>>([["en", new Map()]]);
  const reads: Read[] = [];
  /** Paths of all requests except files. */
  const asked: string[] = [];
  const times = new Map<string, number>();
  const school = {
    trees,
    reads,
    asked,
    bundles: [] as AskedBundle[],
    /** Answers a bundle; by default the school does not know the call. */
    onBundle: (response: ServerResponse, _asked: AskedBundle): void =>
      void response.writeHead(404).end(),
    /** By name: replaces the file's answer. */
    overrides: new Map<string, Override>(),
    /** By path: replaces a call's answer. */
    callOverrides: new Map<string, (response: ServerResponse) => void>(),
    /** By name: the films themselves, of which the trees have smaller forms. */
    wholes: new Map<string, Buffer>(),
    products: {} as Record<string, unknown>,
    glossary: [] as unknown[],
    ticket: "ticket-1" as string | null,
    preflights: 0,
    /** The number of files being sent now, and its maximum. */
    inFlight: 0,
    mostInFlight: 0,
    onRead: (_read: Read): void => undefined,
    put(name: string, size: number, { languages = ["en"], seed = name } = {}) {
      for (const language of languages) {
        const tree = trees.get(language) ?? new Map<string, Buffer>();
        trees.set(language, tree.set(name, bytesOf(seed, size)));
      }
    },
    /** Small files: `assets/PM/0.svg` and so on, of this size and of a byte more each if they `grow`. */
    putSmall(count: number, size: number, grow = 0) {
      for (let at = 0; at < count; at += 1) this.put(`assets/PM/${at}.svg`, size + at * grow);
    },
    /** The correct tree: checksums by language and name. */
    manifest: (): Record<string, Record<string, string>> =>
      Object.fromEntries(
        [...trees].map(([language, files]) => [
          language,
          Object.fromEntries([...files].map(([name, bytes]) => [name, checksumOf(bytes)])),
        ]),
      ),
  };
  school.products = { PM: productWith([]) };

  const treeOf = (language: string) => {
    const named = (bytes: Buffer) => ({ checksum: checksumOf(bytes), size: bytes.length });
    const files = [...(trees.get(language) ?? [])].map(([name, bytes]) => {
      const whole = school.wholes.get(name);
      return [name, { ...named(bytes), ...(whole && { whole: named(whole) }) }];
    });
    return { metas: Object.fromEntries(files), ticket: school.ticket };
  };

  /** As in the contract: files do not change it. */
  const checksum = () => sha256(JSON.stringify(school.products));

  const sendFile = (read: Read, bytes: Buffer) => {
    const { response, headers } = read;
    const tag = `"${checksumOf(bytes)}"`;
    const goesOn = read.from > 0 && headers["if-range"] === tag;
    response.setHeader("etag", tag);
    if (goesOn && read.from >= bytes.length) return void response.writeHead(416).end();
    const body = goesOn ? bytes.subarray(read.from) : bytes;
    if (goesOn) {
      const range = `bytes ${read.from}-${bytes.length - 1}/${bytes.length}`;
      response.writeHead(206, { "content-range": range, "content-length": body.length });
    } else response.writeHead(200, { "content-length": body.length });
    read.sent += body.length;
    response.end(body);
  };

  type Asked = [query: URLSearchParams, request: Received, response: ServerResponse];
  const answerRead = (...[query, { headers }, response]: Asked) => {
    const name = query.get("path") ?? "";
    const language = query.get("language") ?? "";
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    const ticket = query.get("ticket");
    const read = { name, language, ticket, from, headers, sent: 0, response };
    reads.push(read);
    school.inFlight += 1;
    school.mostInFlight = Math.max(school.mostInFlight, school.inFlight);
    response.on("close", () => {
      school.inFlight -= 1;
    });
    school.onRead(read);
    const { authorization, "x-license": licence } = headers;
    const isKnown = authorization === "Bearer token" || licence === "licence";
    if (ticket === null ? !isKnown : ticket !== school.ticket)
      return void response.writeHead(401).end();
    const whole = query.get("form") === "whole" ? school.wholes.get(name) : undefined;
    const bytes = whole ?? trees.get(language)?.get(name);
    if (!bytes) return void response.writeHead(404).end();
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    const overrides = school.overrides.get(name);
    if (overrides) overrides(response, read, bytes, time);
    else sendFile(read, bytes);
  };

  const answerBundle = (...[query, { body, headers }, response]: Asked) => {
    const about = { ticket: query.get("ticket"), headers };
    const asked = { ...JSON.parse(body), ...about, time: school.bundles.length + 1 };
    school.bundles.push(asked);
    school.onBundle(response, asked);
  };

  /** The part of a bundle with one file, whose line and bytes may be false. */
  const frameOf = (
    { language }: AskedBundle,
    name: string,
    { line = {}, bytes = undefined as Buffer | undefined } = {},
  ): Buffer => {
    const right = trees.get(language)?.get(name) ?? Buffer.alloc(0);
    const head = { name, size: right.length, checksum: checksumOf(right), ...line };
    return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes ?? right]);
  };

  const bundle = (response: ServerResponse, asked: AskedBundle) =>
    sendBundle(
      response,
      asked.names.map((name) => frameOf(asked, name)),
    );

  const sendBundle = (response: ServerResponse, parts: readonly Buffer[], end?: number) => {
    const last = Buffer.from(`${JSON.stringify({ end: end ?? parts.length })}\n`);
    response.writeHead(200, { "content-type": "application/x-file-bundle" });
    response.end(Buffer.concat([...parts, last]));
  };

  const { url } = await startHttpServer((response, request) => {
    // The desktop app's pages have another origin.
    response.setHeader("access-control-allow-origin", "*");
    const allowed = "authorization, content-type, range, if-range, if-none-match, x-license";
    response.setHeader("access-control-allow-headers", allowed);
    response.setHeader("access-control-expose-headers", "etag, content-range, retry-after");
    if (request.method === "OPTIONS") {
      school.preflights += 1;
      return void response.writeHead(204).end();
    }
    const { pathname, searchParams } = new URL(request.url, "http://school");
    if (pathname === "/files/read") return answerRead(searchParams, request, response);
    if (pathname === "/files/bundle") return answerBundle(searchParams, request, response);
    asked.push(pathname);
    const instead = school.callOverrides.get(pathname);
    if (instead) return instead(response);
    if (pathname === "/menu/checksum" && request.headers["if-none-match"] === `"${checksum()}"`)
      return void response.writeHead(304).end();
    const language = searchParams.get("language") ?? "";
    const answers: Record<string, () => unknown> = {
      "/menu/checksum": () => ({ checksum: checksum() }),
      "/menu/usercontent": () => ({ content: { products: school.products } }),
      "/menu/faqs": () => ({ faqs: [] }),
      "/menu/glossary": () => ({ glossary: school.glossary }),
      "/menu/instructions": () => ({ courseInstructions: [] }),
      "/menu/captions": () => ({ captions: [] }),
      "/files/treelist": () => treeOf(language),
    };
    json(response, answers[pathname]?.());
  });
  return Object.assign(school, { url, sendFile, frameOf, sendBundle, bundle, productWith });
};

export type TreeSchool = Awaited<ReturnType<typeof startTreeSchool>>;
