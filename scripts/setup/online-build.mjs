import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "./project.mjs";

/** What the web app is made from. The server and the demo school are no part of it. */
const sources = [
  "src",
  "locales",
  "resources",
  "rspack.config.ts",
  "scripts/build",
  "scripts/build.ts",
  "tsconfig.json",
  "package-lock.json",
];
/** What a build takes from the environment. */
const settings = ["FILE_SERVER", "ORGANISATION_ID", "ORGANISATION_NAME"];
const apart = new Set([join(root, "src", "server"), join(root, "resources", "demo-school")]);

const addFiles = (hash, path) => {
  if (apart.has(path) || !existsSync(path)) return;
  const facts = statSync(path);
  if (facts.isDirectory()) {
    for (const name of readdirSync(path).sort()) addFiles(hash, join(path, name));
  } else {
    hash.update(`${path}\n${facts.size}\n${facts.mtimeMs}\n`);
  }
};

const stateOfSources = () => {
  const hash = createHash("sha256");
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ""}\n`);
  for (const name of sources) addFiles(hash, join(root, name));
  return hash.digest("hex");
};

/** Where the build for a runtime lies. */
export const onlineFolder = (runtime) =>
  join(root, "dist", runtime === "preact" ? "online" : `online-${runtime}`);

const lastBuilt = (stampFile) => {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return "";
  }
};

/**
 * Builds the web app when what it is made from is newer than the last build.
 * @param {string} node the Node to build with
 * @param {"preact" | "react"} runtime
 * @returns {boolean} whether there is a build of these sources now
 */
export const buildOnline = (node, runtime) => {
  const folder = onlineFolder(runtime);
  const stampFile = join(root, "dist", `.${runtime}-built-from`);
  // Read before the build: what is saved meanwhile is built the next time.
  const state = stateOfSources();
  if (existsSync(join(folder, "index.html")) && lastBuilt(stampFile) === state) return true;
  say(`Building the web app on ${runtime === "preact" ? "Preact" : "React"} …`);
  const started = Date.now();
  const { status } = spawnSync(node, ["scripts/build.ts", `--runtime=${runtime}`], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) return false;
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(stampFile, state);
  say(`Built in ${Math.round((Date.now() - started) / 100) / 10} s.`);
  return true;
};
