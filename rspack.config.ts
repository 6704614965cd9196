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

const configurations = ({ build = "online", runtime = "preact" }: Choice) => {
  const names = BUILDS.map(({ buildType }) => buildType);
  if (!names.includes(build)) {
    throw new Error(`There is no build named ${build}. The builds are: ${names.join(", ")}.`);
  }
  return build === "online"
    ? onlineBuild(runtime, process.env)
    : [desktopBuild(build, process.env)];
};

/** `rspack build` builds for the web; `--env build=hybrid` and `--env build=offline` the desktop app. */
export default (choice: Choice = {}): Configuration[] => {
  try {
    return configurations(choice);
  } catch (error) {
    // A missing setting: one sentence says more than where it was noticed.
    console.error(`\n${(error as Error).message}`);
    process.exit(1);
  }
};
