import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { DESKTOP_BUILDS, desktopWeb } from "../../../scripts/build/builds.ts";

const root = path.join(import.meta.dirname, "../../..");

const filesOf = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });

const scriptsOf = (folder: string) =>
  filesOf(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(root, folder, name), "utf8"))
    .join("\n");

/** What the runtime's library cannot do without, whoever makes it smaller. */
const NEUTRALINO = /NL_TOKEN|NL_PORT|__neutralino|filesystem\.writeBinaryFile/;

test("the online app holds nothing of Neutralino", () => {
  expect(NEUTRALINO.exec(scriptsOf("dist/online"))).toBeNull();
});

test("each build is of its own kind alone", () => {
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
  test(`the ${build} app has no file that would eat the token`, () => {
    expect(filesOf(desktopWeb(build)).filter((name) => /neutralino\.m?js$/.test(name))).toEqual([]);
  });

  test(`the ${build} app's page runs its own scripts alone`, () => {
    const page = readFileSync(path.join(root, desktopWeb(build), "index.html"), "utf8");
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy.split("; ")).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy.replace("'wasm-unsafe-eval'", "")).not.toContain("unsafe");
    const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, what]) => what);
    expect(inline).toEqual([' type="application/json" id="files"']);
  });
}
