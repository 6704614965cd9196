import { type Compiler, rspack } from "@rspack/core";
import { rewriteScripts } from "./rewrite-scripts.ts";

const STATIC = /\b(?:from|import)"\.\/([^"]+\.js)"/g;
const DYNAMIC = /\bimport\("\.\/([^"]+\.js)"\)/g;

/**
 * Finds the chunks that a chunk needs, including itself.
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
 * Lets dynamic imports load a chunk and its dependencies in parallel. Otherwise the dependencies are
 * only known once the chunk has loaded, which costs one or two more round trips.
 * @param sources the chunks by name
 * @returns the chunks that change
 */
export const preloadDependencies = (sources: ReadonlyMap<string, string>): Map<string, string> => {
  const changed = new Map<string, string>();
  for (const [name, source] of sources) {
    const there = closureOf(name, sources);
    const text = source.replace(DYNAMIC, (call, wanted: string) => {
      const also = [...closureOf(wanted, sources)].filter(
        (chunk) => chunk !== wanted && !there.has(chunk),
      );
      if (also.length === 0) return call;
      // A failure is reported by the import itself.
      const asked = also.map((chunk) => `import("./${chunk}").catch(()=>0)`);
      return `(${[...asked, call].join(",")})`;
    });
    if (text !== source) changed.set(name, text);
  }
  return changed;
};

/** Loads the dependencies of dynamically imported chunks in parallel. */
export class PreloadDependenciesPlugin {
  apply(compiler: Compiler): void {
    // At this stage the bundler has inserted the chunk names, and they are not hashed yet.
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 3;
    rewriteScripts(compiler, "PreloadDependenciesPlugin", stage, preloadDependencies);
  }
}
