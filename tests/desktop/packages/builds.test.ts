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

/** A text that the runtime's library contains, even after minifying. */
const NEUTRALINO = /NL_TOKEN|NL_PORT|__neutralino|filesystem\.writeBinaryFile/;

test("the online app contains no Neutralino code", () => {
  expect(NEUTRALINO.exec(scriptsOf("dist/online"))).toBeNull();
});

test("each build contains only its own code", () => {
  const folders = {
    online: "dist/online",
    hybrid: desktopWeb("hybrid"),
    offline: desktopWeb("offline"),
  };
  for (const [build, folder] of Object.entries(folders)) {
    const others = Object.keys(folders).filter((other) => other !== build);
    expect(scriptsOf(folder)).not.toMatch(new RegExp(`buildType:"(${others.join("|")})"`));
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
