import { type Compiler, rspack } from "@rspack/core";

/**
 * Rewrites a build's scripts.
 * @param plugin the name of the plugin that does so
 * @param stage of the bundler's processing of assets
 * @param rewrite takes the text of all scripts by name; @returns those that change
 */
export const rewriteScripts = (
  compiler: Compiler,
  plugin: string,
  stage: number,
  rewrite: (sources: ReadonlyMap<string, string>) => ReadonlyMap<string, string>,
): void => {
  compiler.hooks.compilation.tap(plugin, (compilation) => {
    compilation.hooks.processAssets.tap({ name: plugin, stage }, (assets) => {
      const sources = new Map(
        Object.entries(assets)
          .filter(([name]) => name.endsWith(".js"))
          .map(([name, asset]) => [name, asset.source().toString()] as const),
      );
      for (const [name, text] of rewrite(sources)) {
        compilation.updateAsset(name, new rspack.sources.RawSource(text));
      }
    });
  });
};

/**
 * Rewrites a build's scripts, each by itself.
 * @param plugin the name of the plugin that does so
 * @param stage of the bundler's processing of assets
 * @param rewrite takes the text of a script; @returns the new one
 */
export const rewriteEachScript = (
  compiler: Compiler,
  plugin: string,
  stage: number,
  rewrite: (source: string) => string,
): void =>
  rewriteScripts(
    compiler,
    plugin,
    stage,
    (sources) => new Map([...sources].map(([name, source]) => [name, rewrite(source)])),
  );
