import { startable } from "../../../domain/kept-version.ts";
import { folderOf, readKeptVersions, startsOf } from "../../../offline/updates/kept-versions.ts";
import { type BootRuntime, openBootRuntime } from "../../../platform/desktop/boot-runtime.ts";
import { failedHere } from "../../../platform/desktop/failed-here.ts";

/*
 * Starts the version of the app that is to be started, and puts the version before back.
 *
 * It belongs to the installed package, and no update replaces it. An update of the resources lies in
 * the app's data folder; the installed `resources.neu` stays as it was. This is why:
 * - The way back must not depend on the code that is broken. The page's code lies in `resources.neu`:
 *   were that file replaced, a new page that does not run could put nothing back, and a file that is
 *   cut off would leave no page at all, for the runtime reads its configuration out of it.
 * - The runtime keeps the index of `resources.neu` in memory and reads the bytes at each request.
 *   A file that is replaced while it runs gives wrong bytes, and the app may start no process that
 *   could take its place.
 * - A Debian package, an app bundle that is signed, and a folder of another account cannot be written.
 *   The data folder always can, so that an update needs no rights and no second way for each system.
 * What an update cannot change so is the program with its configuration; `shell` names them, and a
 * release that needs others is installed as a whole package.
 */

/**
 * A version that neither starts nor fails leaves a window that shows nothing, or is not even shown.
 * A slow disk with many files takes a few seconds.
 */
const MAX_START_MS = 30_000;
/** A runtime that says nothing must not keep the installed version from starting. */
const MAX_WAIT_MS = 4000;

const page = document.documentElement;

interface Chosen {
  version: string;
  /** Address of its folder. */
  mount: string;
  /** Its page. */
  html: string;
}

/** @returns null where the installed version is to be started */
const choose = async (runtime: BootRuntime): Promise<Chosen | null> => {
  const { folder, installed } = runtime;
  const kept = await readKeptVersions(folder);
  for (const { version } of startable(kept, installed)) {
    if (failedHere.read().includes(version)) continue;
    // Counted before anything of it runs; the app takes the count back once it has started well.
    await runtime.append(startsOf(version), new Uint8Array(1));
    const mount = await runtime.mount(folderOf(version)).catch(() => null);
    if (mount === null) continue;
    const response = await fetch(`${mount}/index.html`, { cache: "no-store" });
    if (response.ok) return { version, mount, html: await response.text() };
  }
  return null;
};

const look = async (): Promise<Chosen | null> => {
  const runtime = await openBootRuntime();
  page.dataset.installed = runtime.installed.version;
  try {
    return await choose(runtime);
  } finally {
    await runtime.close();
  }
};

const STYLES = "link[rel=stylesheet]";

/** Adds styles. They hold before anything is drawn, as those of the page itself do. */
const addStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error("A style is missing."));
    document.head.append(link);
  });

/** Puts a version's page in place of the installed one's, and runs its main script. */
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

/** Starts the version before at once when this one fails before it has started. */
const watch = ({ version }: Chosen): (() => void) => {
  let failed = false;
  const fail = (): void => {
    if (failed || "started" in page.dataset) return;
    failed = true;
    failedHere.add(version);
    location.reload();
  };
  addEventListener("error", fail);
  addEventListener("unhandledrejection", fail);
  setTimeout(fail, MAX_START_MS);
  return fail;
};

const boot = async (): Promise<void> => {
  const main = document.getElementById("boot")?.dataset.main ?? "";
  const late = new Promise<null>((resolve) => setTimeout(resolve, MAX_WAIT_MS, null));
  // Whatever goes wrong here, the installed version can be started.
  const chosen = await Promise.race([look().catch(() => null), late]);
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
