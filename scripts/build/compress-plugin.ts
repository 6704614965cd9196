import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Compiler, rspack } from "@rspack/core";

const COMPRESSIBLE = /\.(html|js|css|svg|json)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Lays a `.br` and a `.gz` beside every text file, for any static server to pick up. */
export class CompressPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("CompressPlugin", (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        {
          name: "CompressPlugin",
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER,
        },
        async (assets) => {
          const names = Object.keys(assets).filter((name) => COMPRESSIBLE.test(name));
          await Promise.all(
            names.map(async (name) => {
              const source = Buffer.from(assets[name]?.source() ?? "");
              const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } };
              const { RawSource } = rspack.sources;
              compilation.emitAsset(`${name}.br`, new RawSource(await brotli(source, options)));
              compilation.emitAsset(
                `${name}.gz`,
                new RawSource(await deflate(source, { level: 9 })),
              );
            }),
          );
        },
      );
    });
  }
}
