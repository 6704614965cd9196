import { hex } from "../lib/hex.ts";

/** The files of one build. The build writes it in front of the worker's code. */
export interface ShellFiles {
  /** The name of the main script, which identifies the build. */
  readonly version: string;
  /**
   * The page, scripts, styles, pictures and interface texts: names below /tls/, each with the hash of the
   * content. A file that has none in its name has it as the query; the page's name is empty. The cache has
   * the file under that address.
   */
  readonly files: readonly string[];
}

/** A name with a content hash always has the same content. */
const HASHED = /^\/tls\/[\w~-]+\.[\da-f]{6,8}\.(?:css|js|json)$/;

/** Whether an address is that of a file whose content never changes. */
export const isHashed = (pathname: string): boolean => HASHED.test(pathname);

/** The start of the SHA-256, as in the names that the build gives: enough against damage. */
const HASH = /[.?]([\da-f]{6,8})(?:\.\w+)?$/;

/** Whether a body is the content that the address tells, by the hash in the file's name or the query. */
export const isNamedContent = async (address: string, body: Blob): Promise<boolean> => {
  const [, hash] = HASH.exec(address) ?? [];
  if (!hash) return false;
  const digest = await crypto.subtle.digest("SHA-256", await body.arrayBuffer());
  return hex(new Uint8Array(digest)).startsWith(hash);
};

const TEXTS = /-([a-z]{2})(?:-json\.[\da-f]{6,8}\.js|\.[\da-f]{6,8}\.json)$/;

/** The language of interface texts; undefined for another file. */
export const languageOf = (name: string): string | undefined => TEXTS.exec(name)?.[1];

/** A path with such an ending is a file, and no screen. */
const FILE = /\.(?:css|html|js|json|map|png|svg|webmanifest)$/i;

/** Whether the app's page answers a navigation to this path. */
export const isScreen = (pathname: string): boolean =>
  pathname.startsWith("/tls/") && !FILE.test(pathname);

const TYPES: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /^text\/css/,
  json: /^application\/json/,
  svg: /^image\/svg/,
};

/**
 * Whether an answer can be the file that was asked for. The page of a captive portal comes with
 * status 200 in place of any file.
 */
export const isOwnFile = (pathname: string, answer: Response): boolean => {
  if (answer.status !== 200 || answer.redirected || answer.type === "opaque") return false;
  const ending = pathname.slice(pathname.lastIndexOf(".") + 1);
  const type = Object.hasOwn(TYPES, ending) ? TYPES[ending] : /^text\/html/;
  return type?.test(answer.headers.get("content-type") ?? "") ?? false;
};

/**
 * An answer as it is stored: as it came, because Chromium keeps the compiled code of no script that was put
 * together here.
 * @param address with the hash of the content, in the file's name or as the query
 * @returns null if the answer is not the file of that address
 */
export const toStored = async (address: string, answer: Response): Promise<Response | null> => {
  if (!isOwnFile(new URL(address).pathname, answer)) return null;
  return (await isNamedContent(address, await answer.clone().blob())) ? answer : null;
};

/**
 * Whether there is a stored answer with the content that the address tells: a browser that crashes can leave one
 * cut short. It takes the body.
 */
export const isWhole = async (address: string, stored: Response | undefined): Promise<boolean> =>
  stored !== undefined && isNamedContent(address, await stored.blob());
