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

const laidOut = new Map<string, LaidOutApp>();

/** What a build says of the school's key; one for tests is made without. */
const NO_KEY = 'data-school-key=""';

const buildIn = (page: string, publicKey: string): void => {
  const text = readFileSync(page, "utf8");
  if (!text.includes(NO_KEY)) throw new Error("The build has no place for the school's key.");
  writeFileSync(page, text.replace(NO_KEY, `data-school-key="${publicKey}"`));
};

/**
 * Lays a build out as it is packed, talking to a school of a test's own; once for each.
 * @param school its address, without a path
 * @param publicKey the school's, as it is built in; absent: none is
 * @throws Error when there is no build, or it was made for another school
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
  layOut(folder, built, config);
  const web = path.join(folder, "web");
  redirect(web, school);
  if (publicKey) buildIn(path.join(web, "index.html"), publicKey);
  const app = { folder, web, config };
  laidOut.set(name, app);
  return app;
};
