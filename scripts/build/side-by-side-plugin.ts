import { type Compiler, rspack } from "@rspack/core";

const STATIC = /\b(?:from|import)"\.\/([^"]+\.js)"/g;
const DYNAMIC = /\bimport\("\.\/([^"]+\.js)"\)/g;

/**
 * Which chunks a chunk cannot do without, itself among them.
 * @param sources the chunks by name
 */
const closureOf = (name: string, sources: ReadonlyMap<string, string>): Set<string> => {
  const found = new Set([name]);
  for (const chunk of found) {
    for (const [, needed = ""] of (sources.get(chunk) ?? "").matchAll(STATIC)) found.add(needed);
  }
  return found;
};

/**
 * A part that is fetched when it is needed names what it needs itself only once it has arrived:
 * another round trip, and perhaps a third. Whoever asks for it asks for all of that at once.
 * @param sources the chunks by name
 * @returns the chunks that change
 */
export const askSideBySide = (sources: ReadonlyMap<string, string>): Map<string, string> => {
  const changed = new Map<string, string>();
  for (const [name, source] of sources) {
    const there = closureOf(name, sources);
    const text = source.replace(DYNAMIC, (call, wanted: string) => {
      const also = [...closureOf(wanted, sources)].filter(
        (chunk) => chunk !== wanted && !there.has(chunk),
      );
      if (also.length === 0) return call;
      // What fails here fails again, with whoever waits for it.
      const asked = also.map((chunk) => `import("./${chunk}").catch(()=>0)`);
      return `(${[...asked, call].join(",")})`;
    });
    if (text !== source) changed.set(name, text);
  }
  return changed;
};

/** Lets every import of a part fetch what the part needs at the same time. */
export class SideBySidePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("SideBySidePlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        {
          name: "SideBySidePlugin",
          // The bundler has written the names into the chunks by now, and they are not yet renamed.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 3,
        },
        (assets) => {
          const sources = new Map(
            Object.entries(assets)
              .filter(([name]) => name.endsWith(".js"))
              .map(([name, asset]) => [name, asset.source().toString()] as const),
          );
          for (const [name, text] of askSideBySide(sources)) {
            compilation.updateAsset(name, new rspack.sources.RawSource(text));
          }
        },
      );
    });
  }
}
