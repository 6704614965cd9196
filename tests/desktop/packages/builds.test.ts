import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { DESKTOP_BUILDS, desktopWeb } from "../../../scripts/build/school-settings.ts";

const root = path.join(import.meta.dirname, "../../..");

const filesOf = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });

const scriptsOf = (folder: string) =>
  filesOf(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(root, folder, name), "utf8"))
    .join("\n");

const ofDesktop = (build: (typeof DESKTOP_BUILDS)[number]) => [build, scriptsOf(desktopWeb(build))];

/** A text that the runtime's library contains, even after minifying. */
const NEUTRALINO = /NL_TOKEN|NL_PORT|__neutralino|filesystem\.writeBinaryFile/;

test("each build contains only its own code, and the online app none of Neutralino's", () => {
  const online = scriptsOf("dist/online");
  expect(NEUTRALINO.exec(online)).toBeNull();
  const builds = { online, ...Object.fromEntries(DESKTOP_BUILDS.map(ofDesktop)) };
  for (const [build, scripts] of Object.entries(builds)) {
    const others = Object.keys(builds).filter((other) => other !== build);
    expect(scripts).not.toMatch(new RegExp(`buildType:"(${others.join("|")})"`));
  }
});

for (const build of DESKTOP_BUILDS) {
  test(`the ${build} app has no file at an address that would use up the runtime's token`, () => {
    expect(filesOf(desktopWeb(build)).filter((name) => /neutralino\.m?js$/.test(name))).toEqual([]);
  });

  test(`the ${build} app's page runs only its own scripts`, () => {
    const page = readFileSync(path.join(root, desktopWeb(build), "index.html"), "utf8");
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy.split("; ")).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy.replace("'wasm-unsafe-eval'", "")).not.toContain("unsafe");
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
  });
}
