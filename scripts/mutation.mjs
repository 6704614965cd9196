// `npm run mutation`: sets up and runs mutation tests. Arguments name the layers or files to mutate.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm, setUp } from "./setup/packages.mjs";
import { exitWithError, root, say } from "./setup/project.mjs";
import { runProgram } from "./setup/run-program.mjs";

const folder = join(root, "scripts", "mutation");

/** Only this command needs these packages, so `npm ci` leaves them out. */
const installOwnPackages = () => {
  const versionIn = (file) => {
    const path = join(folder, file);
    if (!existsSync(path)) return null;
    return JSON.parse(readFileSync(path, "utf8"));
  };
  const wanted = versionIn("package.json").dependencies;
  const fits = Object.entries(wanted).every(
    ([name, version]) => versionIn(join("node_modules", name, "package.json"))?.version === version,
  );
  if (fits) return;
  say("Installing the packages for mutation tests …");
  if (runNpm(["ci"], folder).status !== 0) {
    exitWithError("Installing the packages failed; npm says why above.");
  }
};

const node = setUp();
installOwnPackages();
const words = ["scripts/mutation/run.ts", ...process.argv.slice(2)];
process.exit((await runProgram(node, words, { what: "The mutation tests" })) ?? 1);
