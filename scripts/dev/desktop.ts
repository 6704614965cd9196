import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Compiler, rspack } from "@rspack/core";
import { devDesktopBuild } from "../build/dev.ts";
import { developmentConfig, developmentSchool, openRuntime } from "../desktop/open-runtime.ts";
import { writeAppConfig, writeAppIcon } from "../desktop/write-app.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** Delay after a change, as several files are often saved together. */
const SETTLE_MS = 150;

/** Reloads the page when the number of the build has changed. The page's policy forbids inline scripts. */
const RELOAD_SCRIPT = `let known = null;
const look = async () => {
  try {
    const response = await fetch("/build.txt", { cache: "no-store" });
    const build = await response.text();
    if (known !== null && build !== known) location.reload();
    known = build;
  } catch {
    // The runtime has ended.
  }
  setTimeout(look, 300);
};
look();
`;

/** The page's template with the reload script. */
const writeTemplate = (file: string): void => {
  const template = readFileSync(path.join(root, "resources/desktop-page.html"), "utf8");
  writeFileSync(
    file,
    template.replace("</head>", '<script src="/reload.js" defer></script>\n</head>'),
  );
};

/** Builds after each change. @param onBuilt called after each build without errors */
const watchSources = (compiler: Compiler, onBuilt: () => void) =>
  compiler.watch({ aggregateTimeout: SETTLE_MS }, (error, stats) => {
    if (error) console.error(error.message);
    else if (stats?.hasErrors()) console.error(stats.toString("errors-only"));
    else onBuilt();
  });

export interface DevDesktop {
  /** The exit code once the window is closed. */
  readonly exit: Promise<number>;
  stop: () => Promise<void>;
}

/**
 * Opens the hybrid app on this machine's runtime. A change of the sources builds it again and reloads
 * its page.
 * @param environment the school's settings
 * @param onReady called once the window opens
 */
export const startDevDesktop = (
  environment: NodeJS.ProcessEnv,
  onReady: () => void,
): DevDesktop => {
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-dev-"));
  const web = path.join(folder, "web");
  const template = path.join(folder, "page.html");
  mkdirSync(web);
  writeTemplate(template);
  writeAppConfig(folder, developmentConfig(developmentSchool(environment)));
  writeAppIcon(folder);
  writeFileSync(path.join(web, "reload.js"), RELOAD_SCRIPT);

  const exit = Promise.withResolvers<number>();
  let stopRuntime = () => {};
  let builds = 0;
  const onBuilt = () => {
    builds += 1;
    writeFileSync(path.join(web, "build.txt"), String(builds));
    if (builds > 1) return console.log("· The app is built again.");
    const runtime = openRuntime(folder);
    stopRuntime = runtime.stop;
    runtime.exit.then(exit.resolve, exit.reject);
    onReady();
  };
  const compiler = rspack(devDesktopBuild(environment, { web, template }));
  watchSources(compiler, onBuilt);
  return {
    exit: exit.promise,
    async stop() {
      stopRuntime();
      await new Promise<void>((resolve) => compiler.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
