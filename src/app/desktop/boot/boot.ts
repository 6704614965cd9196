import { startableVersions } from "../../../domain/version.ts";
import {
  readStoredVersions,
  versionFolder,
  versionStarts,
} from "../../../offline/updates/stored-versions.ts";
import { type BootRuntime, openBootRuntime } from "../../../platform/desktop/boot-runtime.ts";
import { failedVersions } from "../../../platform/desktop/failed-versions.ts";

/*
 * Chooses and starts a version of the app. If a new version fails, the previous one is started.
 *
 * This script is part of the installed package, and updates do not replace it. Updated resources are
 * stored in the app's data folder; the installed `resources.neu` is not changed. The reasons:
 * - The rollback must not depend on broken code. The page's code is in `resources.neu`: if that file
 *   were replaced, a page that does not run could not restore the old one. After a truncated write
 *   there would be no page at all, as the runtime reads its configuration from the same file.
 * - The runtime keeps the index of `resources.neu` in memory and reads the bytes at each request. If
 *   the file were replaced while the app runs, it would read wrong bytes. The app may not start
 *   another process that could replace the file later.
 * - A Debian package, a signed app bundle, and a folder of another account are read-only. The data
 *   folder is always writable, so an update needs no rights, and works alike on each system.
 * Such an update cannot change the program and its configuration. `shell` is their fingerprint, and a
 * release that needs another `shell` is installed as a whole package.
 */

/**
 * Time limit for a start. A version that hangs leaves an empty or hidden window. On a slow disk with
 * many files a start takes a few seconds.
 */
const MAX_START_MS = 30_000;
/** Time limit for choosing a version, and as much again for ending that. Then the installed version is started. */
const MAX_WAIT_MS = 4000;

const page = document.documentElement;

interface Chosen {
  version: string;
  /** Address of its folder. */
  mount: string;
  /** The text of its page. */
  html: string;
}

/** @returns null if the installed version should start */
const choose = async (runtime: BootRuntime): Promise<Chosen | null> => {
  const { folder, installed } = runtime;
  const kept = await readStoredVersions(folder);
  for (const { version } of startableVersions(kept, installed)) {
    if (failedVersions.read().includes(version)) continue;
    // Counted before any of its code runs. The app resets the count after a successful start.
    await runtime.append(versionStarts(version), new Uint8Array(1));
    const mount = await runtime.mount(versionFolder(version)).catch(() => null);
    if (mount === null) continue;
    const response = await fetch(`${mount}/index.html`, { cache: "no-store" });
    if (response.ok) return { version, mount, html: await response.text() };
  }
  return null;
};

/** Resolves with null after a while. */
const timeout = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null));

/** Its connection is closed before the app opens its own: with two, the end of one ends the runtime. */
const look = async (): Promise<Chosen | null> => {
  const late = timeout(MAX_WAIT_MS);
  const runtime = await openBootRuntime();
  page.dataset.installed = runtime.installed.version;
  try {
    return await Promise.race([choose(runtime), late]);
  } finally {
    await runtime.close();
  }
};

const STYLES = "link[rel=stylesheet]";

/** Adds a style sheet. Resolves once it applies, so that nothing is drawn without it. */
const addStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error("A style is missing."));
    document.head.append(link);
  });

/** Replaces the installed page by that of a version, and runs its main script. */
const run = async ({ version, mount, html }: Chosen): Promise<void> => {
  const other = new DOMParser().parseFromString(html, "text/html");
  const main = other.getElementById("boot")?.dataset.main;
  if (!main) throw new Error("The page names no main script.");
  for (const { href } of other.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = mount + new URL(href).pathname;
    document.head.append(link);
  }
  const installed = document.querySelectorAll(STYLES);
  const styles = [...other.querySelectorAll(STYLES)].map((link) => link.getAttribute("href"));
  await Promise.all(styles.map((href) => addStyle(mount + href)));
  for (const link of installed) link.remove();
  document.title = other.title;
  document.body.replaceChildren(...other.body.childNodes);
  page.dataset.mount = mount;
  window.NL_APPVERSION = version;
  await import(/* webpackIgnore: true */ mount + main);
};

/** Reloads the page with the previous version if this one fails before it has started. */
const watch = ({ version }: Chosen): (() => void) => {
  let failed = false;
  const fail = (): void => {
    if (failed || "started" in page.dataset) return;
    failed = true;
    failedVersions.add(version);
    location.reload();
  };
  addEventListener("error", fail);
  addEventListener("unhandledrejection", fail);
  setTimeout(fail, MAX_START_MS);
  return fail;
};

const boot = async (): Promise<void> => {
  const main = document.getElementById("boot")?.dataset.main ?? "";
  // After any failure here the installed version is started.
  const chosen = await Promise.race([look().catch(() => null), timeout(2 * MAX_WAIT_MS)]);
  if (!chosen) {
    await import(/* webpackIgnore: true */ main);
    return;
  }
  const fail = watch(chosen);
  try {
    await run(chosen);
  } catch {
    fail();
  }
};

void boot();
