import { type Compilation, type Compiler, rspack } from "@rspack/core";
import { SEPARATOR } from "../../src/worker/unpack.ts";
import { contentHash } from "./content-hash.ts";
import { isKept } from "./worker-plugin.ts";

/** The chunks that a browser has fetched by the first lesson, beside those of the page itself. */
const ON_THE_WAY = /^(?:inside|footer|brand|lessons|profile|unread|phone)\.[\da-f]{8}\.(?:js|css)$/;
const PACKABLE = /\.[\da-f]{8}\.(?:js|css)$/;

/**
 * Puts files into one text, scripts before styles, as `src/worker/unpack.ts` reads it.
 * @param sources the texts of the files by name
 * @throws an Error if a file contains the separator
 */
export const packOf = (sources: ReadonlyMap<string, string>): string => {
  const ending = (name: string): string => (name.endsWith(".js") ? "1" : "2");
  return [...sources]
    .sort(([a], [b]) => (ending(a) + a < ending(b) + b ? -1 : 1))
    .map(([name, text]) => {
      if (text.includes(SEPARATOR)) throw new Error(`${name} contains a NUL.`);
      return name + SEPARATOR + text + SEPARATOR;
    })
    .join("");
};

/** Adds a file with all scripts and styles that the worker keeps and no browser has by then. */
export class PackPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("PackPlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        {
          name: "PackPlugin",
          // When the files have their names, and before the worker lists them.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1,
        },
        () => this.emit(compilation),
      );
    });
  }

  private emit(compilation: Compilation): void {
    const first = new Set(compilation.entrypoints.get("main")?.getFiles());
    const packed = compilation
      .getAssets()
      .filter(({ name }) => PACKABLE.test(name) && isKept(name))
      .filter(({ name }) => !first.has(name) && !ON_THE_WAY.test(name))
      .map(({ name, source }) => [name, source.source().toString()] as const);
    const pack = packOf(new Map(packed));
    const hash = contentHash(pack);
    compilation.emitAsset(`further.${hash}.txt`, new rspack.sources.RawSource(pack));
  }
}
