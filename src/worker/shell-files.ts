import { hex } from "../lib/hex.ts";

/** A file of the app: its address, and the first 8 digits of its SHA-256 unless its name has them. */
export type ShellFile = readonly [url: string, digest?: string];

/** The files of one build. The build writes it in front of the worker's code. */
export interface ShellFiles {
  /** Identifies the build; the page computes the same. */
  readonly version: string;
  /** The address of the page itself. */
  readonly page: string;
  /** The page, scripts, styles and pictures. */
  readonly files: readonly ShellFile[];
  /** The address of a file that has many of these in one, for a browser that has none. */
  readonly pack: string;
  /** The interface texts, by language. */
  readonly texts: Readonly<Record<string, readonly ShellFile[]>>;
}

/** A name with a content hash always has the same content. */
const HASHED = /^\/tls\/[\w~-]+[.-]([\da-f]{8})\.(?:js|css|json)$/;

/** Whether an address is that of a file whose content never changes. */
export const isHashed = (pathname: string): boolean => HASHED.test(pathname);

/**
 * Whether a body is the content that the file's name tells. A file without a hash may have any.
 * @param digest of a file that has none in its name
 */
export const isNamedContent = async (
  pathname: string,
  body: Blob,
  digest = "",
): Promise<boolean> => {
  const [, hash = digest] = HASHED.exec(pathname) ?? [];
  if (hash === "") return true;
  const sha256 = await crypto.subtle.digest("SHA-256", await body.arrayBuffer());
  return hex(new Uint8Array(sha256)).startsWith(hash);
};

/** A path with such an ending is a file, and no screen. */
const FILE = /\.(?:css|html|js|json|map|png|svg|webmanifest)$/i;

/** Whether the app's page answers a navigation to this path. */
export const isScreen = (pathname: string): boolean =>
  pathname.startsWith("/tls/") && !FILE.test(pathname);

const TYPES: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  css: /^text\/css/,
  json: /json/,
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
