// `npm run desktop:build`: the desktop app, packed for every system whose runtime is to be had.
import { spawnSync } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { root } from "./setup/project.mjs";

const { status } = spawnSync(setUp(), ["scripts/desktop/build.ts"], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
