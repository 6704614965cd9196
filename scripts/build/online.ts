import path from "node:path";
import { type Configuration, rspack } from "@rspack/core";
import { CompressPlugin } from "./compress-plugin.ts";
import { EarlyPlugin } from "./early-plugin.ts";
import { EmbedPlugin } from "./embed-plugin.ts";
import { ManifestPlugin } from "./manifest-plugin.ts";
import { compileMessages, messageIds } from "./messages.ts";
import { NameScriptsPlugin } from "./name-scripts-plugin.ts";
import { OuterNamesPlugin } from "./outer-names-plugin.ts";
import { PackPlugin } from "./pack-plugin.ts";
import { PagePlugin } from "./page-plugin.ts";
import { PlainNamespacesPlugin } from "./plain-namespaces-plugin.ts";
import { PreloadDependenciesPlugin } from "./preload-dependencies-plugin.ts";
import { type Environment, onlineSettings } from "./school-settings.ts";
import {
  define,
  from,
  minimizer,
  moduleOutput,
  type Runtime,
  root,
  shared,
  styleNamesOnly,
  stylesOf,
} from "./shared.ts";
import { ShortClassesPlugin } from "./short-classes-plugin.ts";
import { ShortExportsPlugin } from "./short-exports-plugin.ts";
import { ShortIdsPlugin } from "./short-ids-plugin.ts";
import { WorkerPlugin } from "./worker-plugin.ts";

/**
 * Small modules that several later screens share. Each group is one file, and not one file for each
 * of them, whose start, request and line in the page's import map cost more than the module.
 * `src/app/small-modules.ts` does the same where one module can import them all; of these screens each is
 * loaded alone.
 */
const IN_ONE_FILE = [
  ["src/contract/reference.ts", "src/contract/releases.ts", "src/contract/video.ts"],
  ["src/ui/file-button.tsx", "src/ui/show-more.tsx", "src/ui/text-area.tsx"],
];

const inOneFile = (common: Configuration): Configuration["module"] => {
  const names = styleNamesOnly(common);
  const groups = IN_ONE_FILE.map((files) => files.map((file) => from(file)));
  const rules = groups.map((modules) => ({
    include: modules,
    // An import that uses nothing of them counts too.
    sideEffects: true,
    loader: from("scripts/build/one-file-loader.ts"),
    options: { modules },
  }));
  return { ...names, rules: [...(names?.rules ?? []), ...rules] };
};

/** Builds the web app as the school serves it, with a prerendered sign-in form. */
export const onlineBuild = (runtime: Runtime, environment: Environment): Configuration[] => {
  const school = onlineSettings(environment);
  const languages = compileMessages(root);
  const staticBundle = from("dist/prerender", runtime);
  const styles = from("dist/styles", runtime);
  const common = shared(runtime);
  const classes = new ShortClassesPlugin(styles);
  const ids = new ShortIdsPlugin(messageIds(root));
  const prerender: Configuration = {
    ...common,
    name: "prerender",
    target: "node22",
    entry: { prerender: "./src/app/prerender.tsx" },
    output: {
      path: staticBundle,
      filename: "[name].mjs",
      module: true,
      library: { type: "module" },
      clean: true,
    },
    optimization: { minimize: false },
    module: styleNamesOnly(common),
    plugins: [
      define("online", school),
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
  const workerFolder = from("dist/worker", runtime);
  const worker: Configuration = {
    ...common,
    name: "worker",
    target: ["webworker", "es2022"],
    entry: { worker: "./src/worker/worker.ts" },
    output: { path: workerFolder, filename: "[name].js", clean: true },
    optimization: { minimizer },
    performance: false,
  };
  const earlyFolder = from("dist/early", runtime);
  const early: Configuration = {
    ...common,
    name: "early",
    target: ["web", "es2022"],
    entry: { early: "./src/early/early.ts" },
    output: { ...moduleOutput(earlyFolder), filename: "[name].js" },
    // The browser resolves the names of the page's import map.
    module: {
      ...styleNamesOnly(common),
      parser: { ...common.module?.parser, javascript: { importMeta: false } },
    },
    optimization: { minimizer },
    performance: false,
    plugins: [define("online", school)],
  };
  const embedFolder = from("dist/embed", runtime);
  const embed: Configuration = {
    ...common,
    name: "embed",
    target: ["web", "es2022"],
    entry: { embed: "./src/embed/embed.ts" },
    output: { path: embedFolder, filename: "[name].js", clean: true },
    optimization: { minimizer },
    performance: false,
    plugins: [define("online", school)],
  };
  const online: Configuration = {
    ...common,
    name: "online",
    dependencies: ["prerender", "styles", "worker", "early", "embed"],
    target: ["web", "es2022"],
    entry: { main: "./src/app/main.online.tsx" },
    output: moduleOutput(from("dist", runtime === "preact" ? "online" : `online-${runtime}`)),
    module: inOneFile(common),
    optimization: { minimizer },
    performance: false,
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
        ],
      }),
      new ManifestPlugin(school.organisation.name),
      new PagePlugin({
        template: from("resources/page.html"),
        boot: from("resources/boot.js"),
        staticBundle: path.join(staticBundle, "prerender.mjs"),
        styles,
        messages: from("dist/messages"),
        ids,
        classes,
        languages,
        title: school.organisation.name,
        fileServer: /^https?:/.test(school.fileServer) ? school.fileServer : "",
        storeOrigin: school.storeOrigin,
      }),
      new PlainNamespacesPlugin(),
      ids,
      new ShortExportsPlugin(),
      new OuterNamesPlugin(),
      new EarlyPlugin(path.join(earlyFolder, "early.js")),
      classes,
      new PreloadDependenciesPlugin(),
      new NameScriptsPlugin(),
      new PackPlugin(),
      // After the page, whose address and integrity it lists.
      new WorkerPlugin(path.join(workerFolder, "worker.js")),
      new EmbedPlugin(path.join(embedFolder, "embed.js")),
      new CompressPlugin(),
    ],
  };
  return [prerender, stylesOf("online", common, styles, school), worker, early, embed, online];
};
