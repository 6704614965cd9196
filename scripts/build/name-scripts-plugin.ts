import { type Compilation, type Compiler, rspack } from "@rspack/core";
import { contentHash } from "./content-hash.ts";

const NAME = /^([\w~-]+?)[.-][\da-f]{8}\.js$/;
const IMPORTED = /"\.\/([\w~-]+\.[\da-f]{8}\.js)"/g;

/** The script that the page loads itself. The bundler gives it a number, which changes with its modules. */
const FIRST = "core";

const isScript = (name: string): boolean => NAME.test(name);
const withoutHash = (name: string): string => name.replace(NAME, "$1");

/**
 * Names scripts by a hash of their content, and lets them import each other by names without a hash,
 * which the page's import map resolves. So a change of one script renames only that script. The
 * bundler's own hashes do not cover the names of imported scripts, which it inserts later: a browser
 * that caches scripts for a year would request scripts that no longer exist.
 * @param sources the scripts by the bundler's names, such as `zoom.0a1b2c3d.js`
 * @param first the one that the page loads itself. It gets a `-` before the hash: by that the patterns in
 * `src/server/http/web-app/dictionaries.ts` tell it from all others
 * @returns the new name and text of each script, by its old name
 */
export const nameScripts = (
  sources: ReadonlyMap<string, string>,
  first?: string,
): Map<string, { name: string; text: string }> => {
  const plainName = (name: string): string => (name === first ? FIRST : withoutHash(name));
  return new Map(
    [...sources].map(([old, source]) => {
      const text = source.replace(IMPORTED, (quoted, name: string) =>
        sources.has(name) ? `"${plainName(name)}"` : quoted,
      );
      const hash = contentHash(text);
      const name = `${plainName(old)}${old === first ? "-" : "."}${hash}.js`;
      return [old, { name, text }];
    }),
  );
};

/**
 * Creates the page's import map, from names without a hash to the files.
 * @param leftOut names without a hash
 * @returns JSON
 */
export const importMapOf = (compilation: Compilation, leftOut: readonly string[] = []): string => {
  const names = compilation.getAssets().map(({ name }) => name);
  return JSON.stringify({
    imports: Object.fromEntries(
      names
        .filter((name) => isScript(name) && withoutHash(name) !== "main")
        .filter((name) => !leftOut.includes(withoutHash(name)))
        .sort()
        .map((name) => [withoutHash(name), `/tls/${name}`]),
    ),
  });
};

/** Names scripts after the last change to them, and before other plugins use the names. */
export class NameScriptsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("NameScriptsPlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        {
          name: "NameScriptsPlugin",
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 2,
        },
        (assets) => {
          const scripts = Object.entries(assets)
            .filter(([name]) => isScript(name))
            .map(([name, asset]) => [name, asset.source().toString()] as const);
          const entry = compilation.entrypoints.get("main")?.getFiles() ?? [];
          // `main` only imports the script that the page loads.
          const [first] = entry.filter((name) => withoutHash(name) !== "main");
          for (const [old, { name, text }] of nameScripts(new Map(scripts), first)) {
            compilation.updateAsset(old, new rspack.sources.RawSource(text));
            if (name !== old) compilation.renameAsset(old, name);
          }
        },
      );
    });
  }
}
