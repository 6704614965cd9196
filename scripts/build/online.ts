import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Compiler, type Configuration, rspack } from "@rspack/core";
import { emit } from "./emit.ts";
import { createPages } from "./online-page.ts";
import { type Environment, onlineSettings } from "./school-settings.ts";
import { define, from, output, type Runtime, shared } from "./shared.ts";
import { listInWorker } from "./worker-list.ts";

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Adds a `.br` and a `.gz` to every text file, for any static server. Rspack does not compress: the sign-in
 * would be three times as large.
 */
class CompressPlugin {
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

/**
 * Builds the web app as the school serves it, in two steps: a bundle for Node that renders the sign-in
 * form, and the app with the page that has this form in it.
 */
export const onlineBuild = (runtime: Runtime, environment: Environment): Configuration[] => {
  const school = onlineSettings(environment);
  const common = shared(runtime);
  const prerendered = from("dist/prerender", runtime);
  const prerender: Configuration = {
    ...common,
    name: "prerender",
    target: "node22",
    entry: { prerender: "./src/app/prerender.tsx" },
    output: {
      // The names of classes follow from it, and must be those of the app's styles.
      ...output(prerendered),
      filename: "[name].mjs",
      module: true,
      library: { type: "module" },
    },
    module: withoutStyles(common.module),
    optimization: { minimize: false },
    plugins: [
      define("online", school),
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
  const online: Configuration = {
    ...common,
    name: "online",
    dependencies: ["prerender"],
    entry: {
      main: "./src/app/main.online.tsx",
      // Scripts of their own, which share no file with the app.
      early: { import: "./src/early/early.ts", layer: "early" },
      worker: { import: "./src/worker/worker.ts", filename: "worker.js" },
      embed: { import: "./src/embed/embed.ts", filename: "embed.js" },
    },
    output: output(from("dist", runtime === "preact" ? "online" : `online-${runtime}`)),
    module: {
      ...common.module,
      rules: [
        ...(common.module?.rules ?? []),
        // It needs the names of the app's styles, which the page fetches anyway.
        {
          issuerLayer: "early",
          test: /\.css$/,
          type: "css/auto",
          generator: { exportsOnly: true },
        },
      ],
    },
    plugins: [
      define("online", school),
      new rspack.CopyRspackPlugin({
        patterns: [
          { from: "resources/flags", to: "flags" },
          // In the browser's tab at a school without an icon of its own.
          { from: "resources/favicon.svg", to: "favicon.svg" },
          // What the installed app looks like at a school without a logo.
          { from: "neutralino/icons/app.svg", to: "icon.svg" },
          { from: "neutralino/icons/app.png", to: "icon.png" },
          // For rare pictures in PDFs of hand-ins.
          { from: "node_modules/pdfjs-dist/wasm/*_nowasm_fallback.js", to: "desk-pdf/[name][ext]" },
        ],
      }),
      emit(createPages(path.join(prerendered, "prerender.mjs"), school)),
      emit(listInWorker),
      new CompressPlugin(),
    ],
  };
  return [prerender, online];
};

/** Rules for a script that needs the class names of styles, but not the styles. */
const withoutStyles = (module: Configuration["module"]): Configuration["module"] => ({
  ...module,
  generator: {
    "css/auto": { ...module?.generator?.["css/auto"], exportsOnly: true },
  },
});
