import { createHash } from "node:crypto";
import { FILM_PLAYERS } from "../../src/domain/outside-film.ts";

const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : "";

const listed = (...sources: readonly (string | null)[]): string =>
  sources.filter(Boolean).join(" ");

export interface PagePolicyOptions {
  /** The address of the calls; a path is one of the page's own origin. */
  fileServer: string;
  /** Where pictures and films may come from besides; null: from nowhere else. */
  storeOrigin: string | null;
  /** The scripts and the style in the page. */
  scripts: readonly string[];
  style: string;
}

/**
 * The Content-Security-Policy of the web app's page: only own scripts, no forms to elsewhere; pictures and videos
 * from the school and its store. Frames are players of films at other companies alone: a header of the school's
 * server forbids them, unless its settings allow such films.
 */
export const pagePolicy = ({
  fileServer,
  storeOrigin,
  scripts,
  style,
}: PagePolicyOptions): string => {
  const server = originOf(fileServer);
  return [
    "default-src 'none'",
    listed("script-src 'self'", ...scripts.map(hashOf)),
    listed("style-src 'self'", hashOf(style)),
    listed("img-src 'self' data: blob:", server, storeOrigin),
    listed("media-src 'self' blob:", server, storeOrigin),
    listed("connect-src 'self'", server),
    listed("frame-src", ...Object.values(FILM_PLAYERS)),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
};

/**
 * The policy of the page on the dev server: that of the build, with additions for replaced styles, the
 * server's socket, and the frame that shows a compile error.
 */
export const devPolicy = (storeOrigin: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline' blob:",
    listed("img-src 'self' data: blob:", storeOrigin),
    listed("media-src 'self' blob:", storeOrigin),
    "connect-src 'self' ws: wss:",
    "frame-src 'self' about: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/**
 * The policy of the desktop app's page: only own scripts and styles, no frames, no forms; connections to
 * the school and to the runtime, whose socket has the page's own port. No other program on this machine
 * can be called.
 * @param fileServer the school's base address, absolute
 */
export const desktopPolicy = (fileServer: string): string => {
  const server = originOf(fileServer);
  return [
    "default-src 'none'",
    // Needed for the WebAssembly that hashes large files.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    listed("media-src 'self' blob:", server),
    // Downloads are read from an address that the page has created.
    listed("connect-src 'self' blob: data:", server),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
};
