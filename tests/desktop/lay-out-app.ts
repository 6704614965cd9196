import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type DesktopBuildName,
  desktopWeb,
  onlineSettings,
} from "../../scripts/build/school-settings.ts";
import { type AppConfig, appConfig } from "../../scripts/desktop/app-config.ts";
import { writeApp } from "../../scripts/desktop/write-app.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** The school's address in builds for tests: the one that `npm start` uses. */
const BUILT_FOR = "http://127.0.0.1:8080";

/** An app as the runtime reads it from a folder. */
export interface LaidOutApp {
  folder: string;
  /** The folder of its pages, within that folder. */
  web: string;
  config: AppConfig;
}

/** The school's address in a build, which each test replaces with its own. */
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
    throw new Error(`The build talks to another school than ${BUILT_FOR}: build it again.`);
  }
};

const laidOut = new Map<string, LaidOutApp>();

/** Writes the school's key into a build; builds for tests have none. */
const buildIn = (page: string, publicKey: string): void => {
  const text = readFileSync(page, "utf8");
  const place = 'data-school-key=""';
  if (!text.includes(place)) throw new Error("The build has no place for the school's key.");
  writeFileSync(page, text.replace(place, `data-school-key="${publicKey}"`));
};

/**
 * Lays a build out as it is packed, for a test's own school; once for each.
 * @param school its address, without a path
 * @param publicKey the school's public key; none by default
 * @throws Error if there is no build, or it was made for another school
 */
export const layOutApp = (build: DesktopBuildName, school: string, publicKey = ""): LaidOutApp => {
  const name = `${build} ${school} ${publicKey}`;
  const known = laidOut.get(name);
  if (known) return known;
  const built = path.join(root, desktopWeb(build));
  if (!existsSync(path.join(built, "index.html"))) throw new Error(`There is no ${build} build.`);
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-app-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const config = appConfig(build, onlineSettings({ FILE_SERVER: `${school}/api` }));
  writeApp(folder, built, config);
  const web = path.join(folder, "web");
  redirect(web, school);
  if (publicKey) buildIn(path.join(web, "index.html"), publicKey);
  const app = { folder, web, config };
  laidOut.set(name, app);
  return app;
};
