import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Compiler, rspack } from "@rspack/core";
import { sharedDictionaryOf } from "../../src/server/http/web-app/dictionaries.ts";
import { differenceOf } from "../../src/server/http/web-app/difference.ts";

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const { BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_FONT, BROTLI_MODE_GENERIC } =
  constants;

/** Tries both modes and keeps the smaller result. */
const smallest = async (source: Buffer): Promise<Buffer> => {
  const [generic, font] = (await Promise.all(
    [BROTLI_MODE_GENERIC, BROTLI_MODE_FONT].map((mode) =>
      brotli(source, {
        params: { [BROTLI_PARAM_MODE]: mode, [BROTLI_PARAM_SIZE_HINT]: source.length },
      }),
    ),
  )) as [Buffer, Buffer];
  return font.length < generic.length ? font : generic;
};

/**
 * Adds a `.br` and a `.gz` to every text file, for any static server. A file that a browser fetches when
 * it has another one of the build gets a `.dcb` besides, compressed with that one as its dictionary.
 */
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
          const bytesOf = (name: string) => Buffer.from(assets[name]?.source() ?? "");
          await Promise.all(
            names.map(async (name) => {
              const { RawSource } = rspack.sources;
              const source = bytesOf(name);
              const compressed = await smallest(source);
              compilation.emitAsset(`${name}.br`, new RawSource(compressed));
              const dictionary = sharedDictionaryOf(name, names);
              const difference =
                dictionary && (await differenceOf("dcb", source, bytesOf(dictionary)));
              if (difference && difference.length < compressed.length) {
                compilation.emitAsset(`${name}.dcb`, new RawSource(difference));
              }
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
