import { readFile } from "node:fs/promises";
import { type Compiler, rspack } from "@rspack/core";

/** Adds the compiled script for pages of other sites, under the name that those pages know. */
export class EmbedPlugin {
  private readonly script: string;

  /** @param script the compiled script */
  constructor(script: string) {
    this.script = script;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("EmbedPlugin", (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        {
          name: "EmbedPlugin",
          // After the worker has listed the app's own files, and before they are compressed.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1,
        },
        async () => {
          const code = await readFile(this.script, "utf8");
          compilation.emitAsset("embed.js", new rspack.sources.RawSource(code));
        },
      );
    });
  }
}
