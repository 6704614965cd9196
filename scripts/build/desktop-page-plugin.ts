import { readFile } from "node:fs/promises";
import { type Compilation, type Compiler, rspack } from "@rspack/core";
import { desktopPolicy } from "./desktop-policy.ts";
import {
  emitTextAssets,
  entryOf,
  escapeHtml,
  fillTemplate,
  readTextAssets,
  type TextAssetOptions,
} from "./text-assets.ts";

export interface DesktopPageOptions extends TextAssetOptions {
  /** The page's template with its `%PLACES%`. */
  template: string;
  title: string;
  /** Absolute address of the calls. */
  fileServer: string;
  /** The school's public key; null if none is built in. */
  publicKey: string | null;
}

/** The main script and its imports are preloaded while `boot.ts` chooses the version to start. */
const preloadsOf = (compilation: Compilation): string =>
  (compilation.entrypoints.get("main")?.getFiles() ?? [])
    .filter((name) => name.endsWith(".js"))
    .map((name) => `<link rel="modulepreload" href="/tls/${name}">`)
    .join("");

/**
 * Creates the desktop app's index.html. All files are on the machine, so nothing is prerendered or
 * inlined.
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
          // The runtime serves the top page for every address that is not a file.
          compilation.emitAsset("../index.html", new rspack.sources.RawSource(page));
        },
      );
    });
  }

  private async page(compilation: Compilation): Promise<string> {
    const [template, { style, styles, messages }] = await Promise.all([
      readFile(this.options.template, "utf8"),
      readTextAssets(this.options),
    ]);
    const texts = { styles: { ...styles, main: style }, messages };
    const files = emitTextAssets(compilation, texts, "page");
    return fillTemplate(template, {
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
