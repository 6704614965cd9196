import { type Compiler, rspack } from "@rspack/core";
import { rewriteScripts } from "./rewrite-scripts.ts";
import { shortNames } from "./short-names.ts";

const STATIC = /\bimport\{([^}]*)\}from"\.\/([^"]+\.js)"/g;
/** One export of a chunk, as the bundler takes it. */
const TAKEN = /\bimport\("\.\/([^"]+\.js)"\)\.then\((\w+)=>\2\.(\w+)\)/g;
const DYNAMIC = /\bimport\("\.\/([^"]+\.js)"\)/g;
const EXPORTS = /\bexport\{([^}]*)\}/g;

/** Splits `a as b,c` into `[["a", "b"], ["c", "c"]]`. */
const pairsOf = (list: string): [name: string, as: string][] =>
  list.split(",").map((entry) => {
    const [name = "", as = name] = entry.split(" as ");
    return [name, as];
  });

/** Joins what `pairsOf` splits, in the order of the names: so lists have more in common. */
const listOf = (pairs: readonly (readonly [name: string, as: string])[]): string =>
  pairs
    .map(([name, as]) => (name === as ? name : `${name} as ${as}`))
    .sort()
    .join(",");

/** The exports that keep their names. */
const otherExports = (names: ReadonlySet<string>, source: string): string[] =>
  [...source.matchAll(EXPORTS)]
    .flatMap(([, list = ""]) => pairsOf(list).map(([, as]) => as))
    .filter((as) => !names.has(as));

/** The exports of each chunk that may be renamed: all uses of the chunk name what they take from it. */
const namedUses = (sources: ReadonlyMap<string, string>): Map<string, Set<string>> => {
  const uses = new Map([...sources.keys()].map((chunk) => [chunk, new Set<string>()]));
  for (const source of sources.values()) {
    for (const [, list = "", chunk = ""] of source.matchAll(STATIC)) {
      for (const [name] of pairsOf(list)) uses.get(chunk)?.add(name);
    }
    for (const [, chunk = "", , name = ""] of source.matchAll(TAKEN)) uses.get(chunk)?.add(name);
  }
  for (const source of sources.values()) {
    const rest = source.replace(TAKEN, "");
    // What takes the chunk as a whole may use any of its exports.
    for (const [, chunk = ""] of rest.matchAll(DYNAMIC)) uses.delete(chunk);
  }
  return uses;
};

/**
 * The name of an export among those of all chunks. A chunk's hash is no part of it, nor the number of a
 * chunk without a name: both change with the modules in it.
 */
const keyOf = (chunk: string, name: string): string =>
  `${chunk.replace(/\..*/, "").replace(/^\d+$/, "")} ${name}`;

/** A short name for each export that may be renamed, by `keyOf`. No two chunks have the same. */
const shortExports = (sources: ReadonlyMap<string, string>): Map<string, string> => {
  const uses = [...namedUses(sources)];
  return shortNames(
    uses.flatMap(([chunk, names]) => [...names].map((name) => keyOf(chunk, name))),
    uses.flatMap(([chunk, names]) => otherExports(names, sources.get(chunk) ?? "")),
  );
};

/**
 * Shortens the names by which chunks import from each other. The minifier leaves them as they are.
 * @param sources the minified chunks by name
 * @returns the chunks that change
 */
export const shortenExports = (sources: ReadonlyMap<string, string>): Map<string, string> => {
  const short = shortExports(sources);
  const shortOf = (chunk: string, name: string): string => short.get(keyOf(chunk, name)) ?? name;
  const changed = new Map<string, string>();
  for (const [chunk, source] of sources) {
    const text = source
      .replace(EXPORTS, (_, list: string) => {
        const pairs = pairsOf(list).map(([name, as]) => [name, shortOf(chunk, as)] as const);
        return `export{${listOf(pairs)}}`;
      })
      .replace(STATIC, (_, list: string, from: string) => {
        const pairs = pairsOf(list).map(([name, as]) => [shortOf(from, name), as] as const);
        return `import{${listOf(pairs)}}from"./${from}"`;
      })
      .replace(
        TAKEN,
        (_, from: string, value: string, name: string) =>
          `import("./${from}").then(${value}=>${value}.${shortOf(from, name)})`,
      );
    if (text !== source) changed.set(chunk, text);
  }
  return changed;
};

/** Shortens the names by which chunks import from each other. */
export class ShortExportsPlugin {
  apply(compiler: Compiler): void {
    // After the minifier, and before the dependencies of chunks are added to their imports.
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 4;
    rewriteScripts(compiler, "ShortExportsPlugin", stage, shortenExports);
  }
}
