import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Compilation, type Compiler, rspack } from "@rspack/core";
import { isHashed, languageOf, type ShellFiles } from "../../src/worker/shell-files.ts";
import { contentHash } from "./content-hash.ts";

const PAGE = "index.html";
const PACK = /^further\.[\da-f]{8}\.txt$/;
const IS_SHELL = /\.(?:js|css|svg)$/;

/**
 * What works only with a network, and for few people: signing in with accounts that are elsewhere, the
 * second factor of staff, tutors' captions, getting the desktop app, and the app in a page of another site.
 * QR codes belong to the second factor and the desktop app. The pages that need it fetch it. The icon of
 * the tab is the browser's to keep: a school may have another one at the address. No page loads `main`,
 * which only imports another script.
 */
const NOT_KEPT =
  /^(?:main|openid|second-factor|captions|downloads|qr-code|embedded)[.-]|^(?:embed\.js|framed\.html|favicon\.svg)$/;

/** Whether browsers keep a file of the build for use without a network. */
export const isKept = (name: string): boolean => !NOT_KEPT.test(name);

/**
 * The name of a file with the hash of its content: as the query where the name has none.
 * @throws an Error if the name has a hash of something else: the worker would refuse the file
 */
const withHash = (name: string, source: string | Buffer): string => {
  const hash = contentHash(source);
  if (!isHashed(`/tls/${name}`)) return `${name}?${hash}`;
  if (!name.includes(`${hash}.`)) {
    throw new Error(`${name} is not named by the hash of its content.`);
  }
  return name;
};

/** The parts of a page that name all of its files. `src/platform/web/app-worker.ts` reads the same. */
const NAMING =
  /<script type="importmap">(.*?)<\/script>.*?<script type="module" src="([^"]*)">.*?id="files">(.*?)<\/script>/s;

/**
 * Identifies the build of a page, as the page itself does.
 * @throws an Error if the page has other parts
 */
export const versionOf = (page: string): string => {
  const parts = NAMING.exec(page)?.slice(1);
  if (!parts) throw new Error("The page does not name its files.");
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
};

/**
 * The files of a build that browsers keep: the page, scripts, styles, flags and interface texts.
 * @param sources all files of the build, by name
 */
export const shellFilesOf = (sources: ReadonlyMap<string, string | Buffer>): ShellFiles => {
  const page = sources.get(PAGE)?.toString() ?? "";
  const names = [...sources.keys()]
    .filter((name) => isKept(name) && (IS_SHELL.test(name) || languageOf(name) !== undefined))
    .sort();
  return {
    version: versionOf(page),
    files: [withHash("", page), ...names.map((name) => withHash(name, sources.get(name) ?? ""))],
    pack: [...sources.keys()].find((name) => PACK.test(name)) ?? "",
  };
};

/** Adds the compiled worker to the build, with the list of the build's files. */
export class WorkerPlugin {
  private readonly script: string;

  /** @param script the compiled worker */
  constructor(script: string) {
    this.script = script;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("WorkerPlugin", (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        {
          name: "WorkerPlugin",
          // When all files have their names, and before they are compressed.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1,
        },
        () => this.emit(compilation),
      );
    });
  }

  private async emit(compilation: Compilation): Promise<void> {
    const sources = new Map(
      compilation.getAssets().map(({ name, source }) => [name, source.buffer()] as const),
    );
    const files = JSON.stringify(shellFilesOf(sources));
    const code = await readFile(this.script, "utf8");
    compilation.emitAsset(
      "worker.js",
      new rspack.sources.RawSource(`self.SHELL=${files};\n${code}`),
    );
  }
}
