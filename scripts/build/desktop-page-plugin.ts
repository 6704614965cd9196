import { readFile } from "node:fs/promises";
import { type Compilation, type Compiler, rspack } from "@rspack/core";
import { desktopPolicy } from "./desktop-policy.ts";
import {
  emitSideFiles,
  entryOf,
  escapeHtml,
  fillIn,
  readSideTexts,
  type SideFileOptions,
} from "./side-files.ts";

export interface DesktopPageOptions extends SideFileOptions {
  /** The page with its `%PLACES%`. */
  template: string;
  title: string;
  /** Where the calls go, an absolute address. */
  fileServer: string;
  /** The school's public key; null where none is built in. */
  publicKey: string | null;
}

/** The main script comes with all that it imports while `boot.ts` still asks which version to start. */
const preloadsOf = (compilation: Compilation): string =>
  (compilation.entrypoints.get("main")?.getFiles() ?? [])
    .filter((name) => name.endsWith(".js"))
    .map((name) => `<link rel="modulepreload" href="/tls/${name}">`)
    .join("");

/**
 * Makes the desktop app's index.html. All of it lies on the machine, so nothing is painted in
 * advance and nothing is inlined.
 */
export class DesktopPagePlugin {
  private readonly options: DesktopPageOptions;

  constructor(options: DesktopPageOptions) {
    this.options = options;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("DesktopPagePlugin", (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        {
          name: "DesktopPagePlugin",
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1,
        },
        async () => {
          const page = await this.page(compilation);
          // The runtime answers every address that is no file with the page at the top.
          compilation.emitAsset("../index.html", new rspack.sources.RawSource(page));
        },
      );
    });
  }

  private async page(compilation: Compilation): Promise<string> {
    const [template, { style, styles, messages }] = await Promise.all([
      readFile(this.options.template, "utf8"),
      readSideTexts(this.options),
    ]);
    const texts = { styles: { ...styles, main: style }, messages };
    const files = emitSideFiles(compilation, texts, "page");
    return fillIn(template, {
      CSP: desktopPolicy(this.options.fileServer),
      KEY: this.options.publicKey ?? "",
      TITLE: escapeHtml(this.options.title),
      MAIN: entryOf(compilation),
      PRELOADS: preloadsOf(compilation),
      STYLE: `/tls/main.${files.main}.css`,
      FILES: JSON.stringify({ files, words: {} }),
    });
  }
}
