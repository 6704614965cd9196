import type { Configuration } from "@rspack/core";
import { desktopBuild } from "./scripts/build/desktop.ts";
import { onlineBuild } from "./scripts/build/online.ts";
import type { Runtime } from "./scripts/build/shared.ts";
import { BUILDS, type BuildName } from "./src/app/builds.ts";

interface Choice {
  /** `online`, or one of the desktop app's. */
  build?: BuildName;
  /** `preact` (what ships online) or `react`, for the online build. */
  runtime?: Runtime;
}

/** `rspack build` builds for the web; `--env build=hybrid` and `--env build=offline` the desktop app. */
export default ({ build = "online", runtime = "preact" }: Choice = {}): Configuration[] => {
  if (!Object.hasOwn(BUILDS, build)) throw new Error(`There is no build named ${build}.`);
  return build === "online" ? onlineBuild(runtime, process.env) : desktopBuild(build, process.env);
};
