import { readFile } from "node:fs/promises";
import { type Compiler, rspack } from "@rspack/core";

/** `NameScriptsPlugin` replaces the hash by that of the content. */
const NAME = "early.00000000.js";

/** Adds the compiled script that begins the calls of a lesson. */
export class EarlyPlugin {
  private readonly script: string;

  /** @param script the compiled script */
  constructor(script: string) {
    this.script = script;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("EarlyPlugin", (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        {
          name: "EarlyPlugin",
          // Before the scripts are named.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 3,
        },
        async () => {
          const code = await readFile(this.script, "utf8");
          compilation.emitAsset(NAME, new rspack.sources.RawSource(code));
        },
      );
    });
  }
}
