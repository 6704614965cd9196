import { cpSync, mkdtempDisposableSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSchool } from "../school/start-school.ts";
import { openPage, openPhone } from "./browser.ts";
import { type Comparison, openOlderBuild } from "./older-build.ts";
import type { Figures } from "./report.ts";
import { listFiles, openForm, sumBytes } from "./sizes.ts";

const PRESENT = path.join(import.meta.dirname, "../../dist/online");
const LIMIT_MS = 120_000;

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
 * @throws SkippedError if the present build cannot build that version
 */
export const measure = async ({ against }: Comparison): Promise<Figures> => {
  using older = openOlderBuild(against, { onlySources: true });
  const without = await measureUpgrade(older.path, [
    "--disable-features=CompressionDictionaryTransport,CompressionDictionaryTransportBackend",
  ]);
  return {
    "sign-in after a release": await measureUpgrade(older.path, []),
    "sign-in after a release, without dictionaries": without,
  };
};
