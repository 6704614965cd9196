import { spawnSync } from "node:child_process";
import { cpSync, mkdtempDisposableSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSchool } from "../school/start-school.ts";
import { openPage, openPhone } from "./browser.ts";
import { type Figures, SkippedError } from "./report.ts";
import { listFiles, openForm, sumBytes } from "./sign-in-form.ts";

const root = path.join(import.meta.dirname, "..", "..");
const PRESENT = path.join(root, "dist/online");
/** The sources of the web app. */
const SOURCES = [
  ...["app", "app-context", "core", "features", "i18n", "transport", "ui"].map(
    (layer) => `src/${layer}`,
  ),
  "locales",
];
/** The number of changes of the web app in an ordinary release. */
const CHANGES = 5;
const LIMIT_MS = 120_000;

const git = (...words: string[]): string => {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

/** The commit to upgrade from: `BENCH_UPGRADE_FROM`, or that before the last changes of the web app. */
const olderCommit = (): string => {
  const changes = git("log", `-${CHANGES}`, "--format=%H", "--", ...SOURCES).split("\n");
  return process.env.BENCH_UPGRADE_FROM ?? `${changes.at(-1)}^`;
};

/**
 * Builds the web app as it was at a commit, by the present build: an ordinary release changes the app, and
 * not how it is built.
 * @returns the folder of its files, in a place of their own
 * @throws SkippedError if the present build cannot build it, as it is too old
 */
const buildOf = (commit: string, place: string): string => {
  const sources = path.join(place, "sources");
  git("worktree", "add", "--detach", sources, "HEAD");
  try {
    git("-C", sources, "checkout", commit, "--", ...SOURCES);
    symlinkSync(path.join(root, "node_modules"), path.join(sources, "node_modules"));
    const rspack = "node_modules/@rspack/cli/bin/rspack.js";
    const { status } = spawnSync(process.execPath, [rspack, "build"], {
      cwd: sources,
      stdio: "ignore",
    });
    if (status !== 0) {
      const name = git("log", "-1", "--format=%h", commit);
      throw new SkippedError(`The present build cannot build the web app of ${name}.`);
    }
    const folder = path.join(place, "older");
    cpSync(path.join(sources, "dist/online"), folder, { recursive: true });
    return folder;
  } finally {
    git("worktree", "remove", "--force", sources);
  }
};

/** Waits until the school has prepared itself for the build that it serves. */
const prepared = async (dataDir: string, isEnough: (names: string[]) => boolean): Promise<void> => {
  const folder = path.join(dataDir, "builds", "differences");
  const list = () => {
    try {
      return readdirSync(folder);
    } catch {
      return null;
    }
  };
  const until = Date.now() + LIMIT_MS;
  for (let before = -1; ; ) {
    const names = list();
    if (names && isEnough(names) && names.length === before) return;
    before = names?.length ?? -1;
    if (Date.now() > until) throw new Error("The school has prepared no difference.");
    await pause(1000);
  }
};

/** Bytes of the sign-in for a browser that has the older version. */
const measureUpgrade = async (older: string, flags: readonly string[]): Promise<number> => {
  using web = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-web-"));
  const serve = (folder: string) => {
    rmSync(web.path, { recursive: true, force: true });
    cpSync(folder, web.path, { recursive: true });
  };
  serve(older);
  await using school = await startSchool({ settings: { WEB_DIR: web.path } });
  // Without a worker, which would show the older version, and fetch the same files later.
  await using phone = await openPhone(flags);
  const visit = async () => {
    const opened = await openPage(phone.context);
    const requests = await openForm(opened, school.url);
    await opened.page.close();
    return requests;
  };
  await visit();
  await prepared(school.dataDir, () => true);
  serve(PRESENT);
  await fetch(`${school.url}/tls/`);
  await prepared(school.dataDir, (names) => names.length > 0);
  const requests = await visit();
  console.log(`  ${listFiles(requests)}`);
  return sumBytes(requests);
};

/**
 * Measures what the sign-in costs after a release, for a browser that has the version before it, with
 * and without compression dictionaries.
 */
export const measure = async (): Promise<Figures> => {
  using place = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-upgrade-"));
  const commit = olderCommit();
  console.log(`  from ${git("log", "-1", "--format=%h %s", commit)}`);
  const older = buildOf(commit, place.path);
  const without = await measureUpgrade(older, [
    "--disable-features=CompressionDictionaryTransport,CompressionDictionaryTransportBackend",
  ]);
  return {
    "sign-in after a release": await measureUpgrade(older, []),
    "sign-in after a release, without dictionaries": without,
  };
};
