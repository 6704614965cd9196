import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Compilation, type Configuration, rspack } from "@rspack/core";
import { LEFT_OUT } from "../../src/i18n/message-files.ts";
import { emit, escapeHtml, filesOf, fillTemplate, type Texts } from "./emit.ts";
import { desktopPolicy } from "./policies.ts";
import {
  type DesktopBuildName,
  desktopSettings,
  desktopWeb,
  type Environment,
  type SchoolSettings,
} from "./school-settings.ts";
import { define, from, output, shared } from "./shared.ts";

/** Where a desktop build reads and writes. */
export interface DesktopBuildFolders {
  /** The page's folder. */
  web: string;
  /** The page's template. */
  template: string;
}

/** @throws an Error if a script names a message of an area that the build leaves out */
const checkLeftOut = (compilation: Compilation, areas: readonly string[]): void => {
  const id = new RegExp(`["'\`](?:${areas.join("|")})\\.`);
  for (const { name, source } of compilation.getAssets()) {
    const [found] = (name.endsWith(".js") && id.exec(String(source.source()))) || [];
    if (found) throw new Error(`${name} names ${found}…, whose messages this build leaves out.`);
  }
};

/**
 * Creates the desktop app's index.html. All files are on the machine, so nothing is prerendered or
 * inlined. The main script is preloaded while `boot.ts` chooses the version to start.
 */
const createPage =
  (
    build: DesktopBuildName,
    template: string,
    { organisation, fileServer, publicKey }: SchoolSettings,
  ) =>
  async (compilation: Compilation): Promise<Texts> => {
    checkLeftOut(compilation, LEFT_OUT[build]);
    const [main] = filesOf(compilation, "main", ".js");
    const page = fillTemplate(await readFile(template, "utf8"), {
      CSP: desktopPolicy(fileServer),
      KEY: publicKey ?? "",
      TITLE: escapeHtml(organisation.name),
      MAIN: `/tls/${main}`,
      STYLE: `/tls/${filesOf(compilation, "main", ".css")[0]}`,
    });
    // The runtime serves the top page for every address that is not a file.
    return { "../index.html": page };
  };

/**
 * Builds the page of the desktop app, on React, into `dist/desktop-web/BUILD`: `index.html` with `boot.js`,
 * and the rest in `tls/`, as all addresses of the app begin with that.
 * @throws an Error with a message for the person who builds if FILE_SERVER is not an absolute address
 */
export const desktopBuild = (
  build: DesktopBuildName,
  environment: Environment,
  { web, template }: DesktopBuildFolders = {
    web: from(desktopWeb(build)),
    template: from("resources/desktop-page.html"),
  },
): Configuration => {
  const school = desktopSettings(environment);
  return {
    ...shared("react", { without: LEFT_OUT[build] }),
    name: build,
    entry: {
      main: `./src/app/main.${build}.tsx`,
      // One script without chunks. It starts any version of the rest.
      boot: { import: "./src/app/desktop/boot/boot.ts", filename: "../boot.js" },
    },
    output: output(path.join(web, "tls")),
    plugins: [
      define(build, school),
      new rspack.CopyRspackPlugin({ patterns: [{ from: "resources/flags", to: "flags" }] }),
      emit(createPage(build, template, school)),
    ],
  };
};
