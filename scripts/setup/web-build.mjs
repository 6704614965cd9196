import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, say } from "./project.mjs";

/** The sources of the app, without the server and the demo school. */
const sources = [
  "src",
  "locales",
  "resources",
  "neutralino/neutralino.config.json",
  "rspack.config.ts",
  "scripts/build",
  "tsconfig.json",
  "package-lock.json",
];
/** Environment variables that affect a build. */
const settings = [
  "FILE_SERVER",
  "ORGANISATION_ID",
  "ORGANISATION_NAME",
  "SCHOOL_PUBLIC_KEY",
  "STORE_URL",
];
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

const stateOfSources = (environment) => {
  const hash = createHash("sha256");
  for (const name of settings) hash.update(`${name}=${environment[name] ?? ""}\n`);
  for (const name of sources) addFiles(hash, join(root, name));
  return hash.digest("hex");
};

const lastBuilt = (stampFile) => {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return "";
  }
};

const rspack = "node_modules/@rspack/cli/bin/rspack.js";

/** Builds into a folder if its sources are newer than the last build. */
const buildIfChanged = ({ node, name, what, folder, choice, environment }) => {
  const stampFile = join(root, "dist", `.${name}-built-from`);
  // Read before the build, so that later changes are part of the next build.
  const state = stateOfSources(environment);
  if (existsSync(join(folder, "index.html")) && lastBuilt(stampFile) === state) return true;
  say(`Building ${what} …`);
  const started = Date.now();
  const { status } = spawnSync(node, [rspack, "build", "--env", choice], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) return false;
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(stampFile, state);
  say(`Built in ${Math.round((Date.now() - started) / 100) / 10} s.`);
  return true;
};

/** The folder of the web app's build for a runtime. */
const onlineFolder = (runtime) =>
  join(root, "dist", runtime === "preact" ? "online" : `online-${runtime}`);

/** The folder of a desktop build's page. */
const desktopFolder = (build) => join(root, "dist", "desktop-web", build);

/** The address of the demo school's calls, the default for desktop builds. */
const DEMO_FILE_SERVER = "http://127.0.0.1:8080/api";

/**
 * Builds the web app if its sources are newer than the last build.
 * @param {string} node the Node to build with
 * @param {"preact" | "react"} runtime
 * @returns {boolean} whether an up-to-date build exists now
 */
export const buildOnline = (node, runtime) =>
  buildIfChanged({
    node,
    name: runtime,
    what: `the web app on ${runtime === "preact" ? "Preact" : "React"}`,
    folder: onlineFolder(runtime),
    choice: `runtime=${runtime}`,
    environment: process.env,
  });

/**
 * Builds the page of the desktop app if its sources are newer than the last build.
 * @param {string} node the Node to build with
 * @param {"hybrid" | "offline"} build
 * @param {NodeJS.ProcessEnv} environment the school's settings; by default the demo's address
 * @returns {boolean} whether an up-to-date build exists now
 */
export const buildDesktop = (node, build, environment = process.env) =>
  buildIfChanged({
    node,
    name: build,
    what: `the desktop app's ${build} build`,
    folder: desktopFolder(build),
    choice: `build=${build}`,
    environment: { ...environment, FILE_SERVER: environment.FILE_SERVER || DEMO_FILE_SERVER },
  });
