import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempDisposableSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SkippedError } from "./report.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** The sources of the web app. */
const SOURCES = [
  ...["app", "app-context", "core", "features", "i18n", "transport", "ui"].map(
    (layer) => `src/${layer}`,
  ),
  "locales",
];
/** The number of changes of the web app in an ordinary release. */
const CHANGES = 5;

const git = (...words: string[]): string => {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

/** What to compare with. */
export interface Comparison {
  /** The folder of a build of the web app, or a commit. Absent: the last release. */
  against?: string;
}

/** The commit that stands for the last release: the one before the last changes of the web app. */
const lastRelease = (): string => {
  const changes = git("log", `-${CHANGES}`, "--format=%H", "--", ...SOURCES).split("\n");
  return `${changes.at(-1)}^`;
};

/**
 * Builds the web app as it was at a commit.
 * @param place an empty folder
 * @returns the folder of its files, within `place`
 * @throws SkippedError if it cannot be built, as it is too old
 */
const buildOf = (commit: string, place: string): string => {
  const sources = path.join(place, "sources");
  git("worktree", "add", "--detach", sources, commit);
  try {
    symlinkSync(path.join(root, "node_modules"), path.join(sources, "node_modules"));
    const rspack = "node_modules/@rspack/cli/bin/rspack.js";
    const { status } = spawnSync(process.execPath, [rspack, "build"], {
      cwd: sources,
      stdio: "ignore",
    });
    if (status !== 0) {
      const name = git("log", "-1", "--format=%h", commit);
      throw new SkippedError(`The web app of ${name} cannot be built here.`);
    }
    const folder = path.join(place, "older");
    cpSync(path.join(sources, "dist/online"), folder, { recursive: true });
    return folder;
  } finally {
    git("worktree", "remove", "--force", sources);
  }
};

/**
 * Opens the web app to compare with, and says which it is.
 * @returns the folder of its files, which `using` deletes at the end of a block if it was built for this
 * @throws SkippedError if it cannot be built
 */
export const openOlderBuild = (against: string | undefined): { path: string } & Disposable => {
  if (against && existsSync(path.join(against, "index.html"))) {
    return { path: path.resolve(against), [Symbol.dispose]: () => undefined };
  }
  const place = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-older-"));
  try {
    const commit = against ?? lastRelease();
    console.log(`  against ${git("log", "-1", "--format=%h %s", commit)}`);
    return { path: buildOf(commit, place.path), [Symbol.dispose]: () => place.remove() };
  } catch (error) {
    place.remove();
    throw error;
  }
};
