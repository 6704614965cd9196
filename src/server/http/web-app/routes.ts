import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { HonoRequest } from "hono";
import { getMimeType } from "hono/utils/mime";
import { FILM_PLAYERS } from "../../../domain/outside-film.ts";
import { HttpProblem } from "../../problem.ts";
import { etagOf } from "../../representation.ts";
import { isNewSchool } from "../../school/first-start/start-link.ts";
import { askedLanguage, serverTexts } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import { matchesTag, negotiateEncoding, taggedHeaders } from "../answer.ts";
import { lookOf, plainPage } from "../plain-page.ts";
import { reply } from "../reply.ts";
import type { App } from "../route.ts";
import { ICON, ICON_CACHE } from "./icon.ts";

/** Says where the link is that sets up a new school. It is not here: whoever comes first would own the school. */
const newSchoolPage = (request: HonoRequest): Response => {
  const language = askedLanguage(request.header("accept-language"));
  const text = serverTexts(language);
  const body = `<p>${text("first-start.where")}</p>`;
  return plainPage(lookOf(language, undefined), text("first-start.heading"), body, 200);
};

/** A name with a content hash always has the same content. */
const HASHED = /\.[\da-f]{6,64}\.[\da-z]+$/i;

/** How long browsers may use a file without asking for it again. */
const cacheControlOf = (name: string): string => {
  if (HASHED.test(name)) return "public, max-age=31536000, immutable";
  return `/tls/${name}` === ICON ? ICON_CACHE : "no-cache";
};

const ENDINGS = { br: ".br", gzip: ".gz" } as const;

interface BuiltFile {
  tag: string;
  modified: number;
  bytes: Buffer;
  /** The address of the script without which a page does nothing; undefined for other files. */
  script: string | undefined;
}

const MAIN_SCRIPT = /<script\b[^>]*\bsrc="(\/tls\/[\w./~-]+)"/;

const notFound = (detail: string) => new HttpProblem(404, "server/not_found", detail);

// Hono's `serveStatic` has no entity tags, reads the disk for each request, and ignores the weights
// of `Accept-Encoding`. Its `etag` middleware would hash each answer again.

/** Reads the build's files. Caches each file for as long as it is unchanged. */
const builtFiles = () => {
  const kept = new Map<string, BuiltFile>();
  return async (file: string): Promise<BuiltFile | null> => {
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const known = kept.get(file);
    if (known?.modified === found.mtimeMs && known.bytes.length === found.size) return known;
    const bytes = await readFile(file);
    const [, script] = file.endsWith(".html") ? (MAIN_SCRIPT.exec(bytes.toString()) ?? []) : [];
    const built = { tag: etagOf(bytes), modified: found.mtimeMs, bytes, script };
    kept.set(file, built);
    return built;
  };
};

const PAGE = "index.html";
/** The page for a frame of another site. */
const FRAMED_PAGE = "framed.html";

/**
 * Whether the page is for a frame, by the browser's header, or by the address in older browsers.
 */
const isForFrame = (request: HonoRequest): boolean => {
  const destination = request.header("sec-fetch-dest");
  return destination === undefined
    ? request.query("embed") !== undefined
    : destination === "iframe" || destination === "frame";
};

/** The path's segments below /tls/; null for a path outside. */
const segmentsOf = (pathname: string): string[] | null => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const segments = decoded.split("/").slice(2).filter(Boolean);
  const strange = segments.some((segment) => segment.startsWith(".") || /[\\\0:]/.test(segment));
  return strange ? null : segments;
};

/**
 * Serves the built web app under /tls/: its files, precompressed where the build did so, and the one
 * page for every other path.
 */
export const webAppRoutes = (app: App, { webDir, sites, database, catalogue }: Services): void => {
  /** The policy of pages that the school decides on; the rest of it stands in the page. */
  const policy = (): string => {
    const players = catalogue.current.outsideFilms.map((site) => FILM_PLAYERS[site]);
    return `${sites.framePolicy}; frame-src ${players.join(" ") || "'none'"}`;
  };

  const read = builtFiles();

  const encode = async (request: HonoRequest, file: string, plain: BuiltFile) => {
    const encoding = negotiateEncoding(request.header("accept-encoding"));
    const compressed =
      encoding === "br" || encoding === "gzip" ? await read(file + ENDINGS[encoding]) : null;
    return compressed ? { encoding, bytes: compressed.bytes } : { encoding: null, ...plain };
  };

  const send = async (request: HonoRequest, name: string): Promise<Response | null> => {
    const file = path.join(webDir, name);
    const plain = await read(file);
    if (!plain) return null;
    const { encoding, bytes } = await encode(request, file, plain);
    const isHtml = path.extname(file) === ".html";
    const headers: Record<string, string> = {
      ...taggedHeaders(plain.tag, encoding, cacheControlOf(name)),
      Vary: isHtml ? "Accept-Encoding, Sec-Fetch-Dest" : "Accept-Encoding",
    };
    if (isHtml) headers["Content-Security-Policy"] = policy();
    if (matchesTag(request.header("if-none-match"), plain.tag)) {
      return reply(null, 304, headers);
    }
    headers["Content-Type"] = getMimeType(file) ?? "application/octet-stream";
    if (encoding) headers["Content-Encoding"] = encoding;
    // The browser fetches it before it has read the page: 25 ms earlier on a slow phone. Some balancers send
    // the header while the page is still on its way.
    if (plain.script !== undefined) {
      headers.Link = `<${plain.script}>; rel=preload; as=script; fetchpriority=high`;
    }
    return reply(bytes, 200, headers);
  };

  const serve = async (request: HonoRequest): Promise<Response> => {
    const segments = segmentsOf(new URL(request.url).pathname);
    if (!segments) throw notFound("There is no such page");
    const name = segments.join("/");
    const found = name === "" ? null : await send(request, name);
    if (found) return found;
    // A path with a known file extension is never a screen, so it gets a 404 and not the page.
    if (getMimeType(name) !== undefined) throw notFound("There is no such file");
    const page =
      (isForFrame(request) ? await send(request, FRAMED_PAGE) : null) ??
      (await send(request, PAGE));
    if (!page) throw notFound("The web app has not been built yet");
    return page;
  };

  let isNew = true;
  /** A new school has no accounts, so its form for signing in would lead nowhere. */
  const toSchool = async (request: HonoRequest): Promise<Response> => {
    isNew &&= await isNewSchool(database.read);
    return isNew ? newSchoolPage(request) : toApp();
  };
  const toApp = () => reply(null, 302, { Location: "/tls/", "Content-Security-Policy": policy() });
  app.get("/", ({ req }) => toSchool(req));
  app.get("/tls", toApp);
  app.get("/tls/*", ({ req }) => serve(req));
};
