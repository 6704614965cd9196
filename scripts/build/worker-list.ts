import { createHash } from "node:crypto";
import type { Compilation } from "@rspack/core";
import { isHashed, type ShellFiles } from "../../src/worker/shell-files.ts";
import { filesOf, type Texts, textOf } from "./emit.ts";

const WORKER = "worker.js";
const PAGE = "index.html";
/** The texts of patterns, garments and their numbers are the only files of JSON that students fetch. */
const IS_SHELL = /\.(?:js|css|svg)$|^(?:patterns|garments|numbers)-[a-z]{2}\.\w+\.json$/;

/**
 * What works only with a network, and for few people: signing in with accounts that are elsewhere, the
 * second factor of staff, the choice of when news comes, tutors' captions and desk, the staff's desk, getting the desktop app, and the app in a page of another site.
 * QR codes belong to the second factor and the desktop app, and `sites` and `tools` are the texts of all these.
 * The pages that need it fetch it. A page
 * that the worker provides begins no calls early. The icon of the tab is the browser's to keep: a school
 * may have another one at the address.
 */
const NOT_KEPT =
  /^(?:openid|second-factor|captions|downloads|qr-code|embedded|early|sites|tools|desk|staff|school|marking|pdf|news)[.-]|^(?:embed\.js|worker\.js|favicon\.svg)$/;

/** Whether browsers keep a file of the build for use without a network. */
export const isKept = (name: string): boolean =>
  name === PAGE || (IS_SHELL.test(name) && !NOT_KEPT.test(name));

/** How many digits of a hash are in a name. */
const DIGITS = 6;

/**
 * The name of a file with the hash of its content: as the query where the name has none.
 * @throws an Error if the name has a hash of something else: the worker would refuse the file
 */
const withHash = (name: string, source: string | Buffer): string => {
  const hash = createHash("sha256").update(source).digest("hex");
  if (!isHashed(`/tls/${name}`)) return `${name === PAGE ? "" : name}?${hash.slice(0, DIGITS)}`;
  if (!name.split(".").some((part) => part.length >= DIGITS && hash.startsWith(part))) {
    throw new Error(`${name} is not named by the hash of its content.`);
  }
  return name;
};

/**
 * The files of a build that browsers keep: the page, scripts, styles, flags and interface texts.
 * @param main the main script. It names all others, so its name identifies the build
 * @param sources all files of the build, by name
 */
export const shellFilesOf = (
  main: string,
  sources: ReadonlyMap<string, string | Buffer>,
): ShellFiles => ({
  version: main,
  files: [...sources.keys()]
    .filter(isKept)
    .sort()
    .map((name) => withHash(name, sources.get(name) ?? "")),
});

/** Puts the list of the build's files in front of the worker's code. Call it when the page is there. */
export const listInWorker = (compilation: Compilation): Texts => {
  const sources = new Map(
    compilation.getAssets().map(({ name, source }) => [name, source.buffer()] as const),
  );
  const [main = ""] = filesOf(compilation, "main", ".js");
  const files = JSON.stringify(shellFilesOf(main, sources));
  return { [WORKER]: `self.SHELL=${files};\n${textOf(compilation, WORKER)}` };
};
