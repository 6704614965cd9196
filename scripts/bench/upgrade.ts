import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, readyTime } from "./browser.ts";
import type { Figures } from "./report.ts";
import { neededUntil } from "./sizes.ts";

const root = path.join(import.meta.dirname, "..", "..");
const PRESENT = path.join(root, "dist/online");
/** What a change of the web app touches. */
const SOURCES = [
  ...["app", "app-context", "core", "features", "i18n", "transport", "ui"].map(
    (layer) => `src/${layer}`,
  ),
  "locales",
];
/** So many changes of the web app are an ordinary release. */
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
    if (status !== 0) throw new Error(`The web app of ${commit} cannot be built.`);
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
  const web = mkdtempSync(path.join(tmpdir(), "learning-space-web-"));
  const serve = (folder: string) => {
    rmSync(web, { recursive: true, force: true });
    cpSync(folder, web, { recursive: true });
  };
  serve(older);
  const school = await startSchool({ settings: { WEB_DIR: web } });
  const { browser } = await openBrowser(flags);
  // A worker would show the older version, and fetch the same files later.
  const context = await browser.newContext({ serviceWorkers: "block" });
  try {
    const visit = async () => {
      const { page, requests } = await openPage(context);
      await page.goto(`${school.url}/tls/`);
      const ready = (await page.evaluate(() => performance.timeOrigin)) + (await readyTime(page));
      await page.waitForLoadState("networkidle");
      await page.close();
      return neededUntil(requests, ready);
    };
    await visit();
    await prepared(school.dataDir, () => true);
    serve(PRESENT);
    await fetch(`${school.url}/tls/`);
    await prepared(school.dataDir, (names) => names.length > 0);
    const requests = await visit();
    const files = requests.map(
      ({ url, bytes }) => `${path.basename(new URL(url).pathname)} ${bytes}`,
    );
    console.log(`  ${files.join(", ")}`);
    return requests.reduce((sum, { bytes }) => sum + bytes, 0);
  } finally {
    await browser.close();
    await school.stop();
    rmSync(web, { recursive: true, force: true });
  }
};

/**
 * Measures what the sign-in costs after a release, for a browser that has the version before it, with
 * and without compression dictionaries.
 */
export const measureUpgrades = async (): Promise<Figures> => {
  const place = mkdtempSync(path.join(tmpdir(), "learning-space-upgrade-"));
  try {
    const commit = olderCommit();
    console.log(`  from ${git("log", "-1", "--format=%h %s", commit)}`);
    const older = buildOf(commit, place);
    const without = await measureUpgrade(older, [
      "--disable-features=CompressionDictionaryTransport,CompressionDictionaryTransportBackend",
    ]);
    return {
      "sign-in after a release": await measureUpgrade(older, []),
      "sign-in after a release, without dictionaries": without,
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};
