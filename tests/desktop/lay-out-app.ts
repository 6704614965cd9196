import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type DesktopBuildName, desktopWeb, onlineSettings } from "../../scripts/build/builds.ts";
import { type AppConfig, appConfig } from "../../scripts/desktop/app-config.ts";
import { layOut } from "../../scripts/desktop/lay-out.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** What the builds for tests talk to: the demo school where `npm start` opens it. */
const BUILT_FOR = "http://127.0.0.1:8080";

/** An app as the runtime reads it from a folder. */
export interface LaidOutApp {
  folder: string;
  /** Its pages, in that folder. */
  web: string;
  config: AppConfig;
}

/** A build knows its school's address, and each test's school has another. */
const redirect = (folder: string, address: string): void => {
  const changed = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|html)$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => {
      const text = readFileSync(file, "utf8");
      if (!text.includes(BUILT_FOR)) return false;
      writeFileSync(file, text.replaceAll(BUILT_FOR, address));
      return true;
    });
  if (!changed.some((file) => file.endsWith(".js"))) {
    throw new Error(`The build talks to another school than ${BUILT_FOR}: build it anew.`);
  }
};

/** The builds for tests carry no school's key, and each test's school has its own. */
const buildIn = (folder: string, publicKey: string): void => {
  const without = "publicKey:null";
  const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => path.join(folder, name))
    .filter((file) => readFileSync(file, "utf8").includes(without));
  if (scripts.length === 0) throw new Error("The build has a key, or no place for one.");
  for (const file of scripts) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replaceAll(without, `publicKey:${JSON.stringify(publicKey)}`));
  }
};

const laidOut = new Map<string, LaidOutApp>();

/**
 * Lays a build out as it is packed, talking to a school of a test's own; once for each.
 * @param school its address, without a path
 * @param publicKey the school's, with which licences are verified; null: none
 * @throws Error when there is no build, or it was made for another school
 */
export const layOutApp = (
  build: DesktopBuildName,
  school: string,
  publicKey: string | null = null,
): LaidOutApp => {
  const name = `${build} ${school} ${publicKey ?? ""}`;
  const known = laidOut.get(name);
  if (known) return known;
  const built = path.join(root, desktopWeb(build));
  if (!existsSync(path.join(built, "index.html"))) throw new Error(`There is no ${build} build.`);
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-app-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const config = appConfig(build, onlineSettings({ FILE_SERVER: `${school}/api` }));
  layOut(folder, built, config);
  const web = path.join(folder, "web");
  redirect(web, school);
  if (publicKey !== null) buildIn(web, publicKey);
  const app = { folder, web, config };
  laidOut.set(name, app);
  return app;
};
