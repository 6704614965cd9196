import { type Compilation, type Compiler, type RspackPluginInstance, rspack } from "@rspack/core";

/** Texts by the names of their files. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Creates a plugin that adds files to a build, or replaces some.
 * @param make creates them when all other files have their names, and before they are compressed
 */
export const emit = (
  make: (compilation: Compilation) => Texts | Promise<Texts>,
): RspackPluginInstance => ({
  apply(compiler: Compiler) {
    const { Compilation: stages, sources } = rspack;
    const name = make.name || "emit";
    const stage = stages.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name, stage }, async () => {
        for (const [file, text] of Object.entries(await make(compilation))) {
          const source = new sources.RawSource(text);
          if (compilation.getAsset(file)) compilation.updateAsset(file, source);
          else compilation.emitAsset(file, source);
        }
      });
    });
  },
});

/** The names of the files of an entry or a chunk that end like this. */
export const filesOf = (compilation: Compilation, chunk: string, ending = ""): string[] => {
  const group = compilation.entrypoints.get(chunk) ?? compilation.namedChunkGroups.get(chunk);
  if (!group) throw new Error(`The build has no chunk named ${chunk}.`);
  return group.getFiles().filter((file) => file.endsWith(ending));
};

export const textOf = (compilation: Compilation, file: string): string =>
  compilation.getAsset(file)?.source.source().toString() ?? "";

/** Escapes text for an element's content or for an attribute in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Replaces the `%PLACES%` of a template. */
export const fillTemplate = (template: string, values: Texts): string =>
  template.replace(/\n(?=<)/g, "").replace(/%([A-Z]+)%/g, (_, name) => values[name] ?? "");
