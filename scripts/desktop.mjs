// `npm run desktop` opens the desktop app from the sources. `npm run desktop:build` packs it for every
// system whose runtime is available.
import { spawnSync } from "node:child_process";
import { setUp } from "./setup/packages.mjs";
import { root } from "./setup/project.mjs";

const script = process.argv[2] === "build" ? "build" : "run";
const { status } = spawnSync(setUp(), [`scripts/desktop/${script}.ts`], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
