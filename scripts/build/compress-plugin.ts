import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Compiler, rspack } from "@rspack/core";

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Adds a `.br` and a `.gz` to every text file, for any static server. Rspack does not compress: the sign-in
 * would be three times as large.
 */
export class CompressPlugin {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = rspack;
    compiler.hooks.thisCompilation.tap("CompressPlugin", (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: "CompressPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER },
        async (assets) => {
          const texts = Object.entries(assets).filter(([name]) => COMPRESSIBLE.test(name));
          await Promise.all(
            texts.map(async ([name, asset]) => {
              const bytes = asset.buffer();
              const params = {
                [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
                [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
              };
              const small = { br: brotli(bytes, { params }), gz: deflate(bytes, { level: 9 }) };
              for (const [ending, compressed] of Object.entries(small)) {
                compilation.emitAsset(`${name}.${ending}`, new sources.RawSource(await compressed));
              }
            }),
          );
        },
      );
    });
  }
}
