import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "playwright/test";
import { testFlags } from "../../scripts/browser/browser-settings.ts";
import { startSchool } from "../../scripts/school/start-school.ts";
import { TLS, trustsSchool } from "../server/support/certificates.ts";
import { send } from "../server/support/client.ts";
import { copySchool } from "./prepared-school.ts";
import { test } from "./school.ts";
import { signInForm } from "./steps.ts";

const root = path.join(import.meta.dirname, "../..");

/** The name of the main script. */
const scriptIn = (folder: string): string =>
  readdirSync(folder).find((name) => /^main\.[\da-f]{6}\.js$/.test(name)) ?? "";

const sha256 = (text: string | Buffer) => createHash("sha256").update(text);

/** Changes the main script a little, as a new version does, and with it its name and the page. */
const release = (folder: string): void => {
  const old = scriptIn(folder);
  const script = `${readFileSync(path.join(folder, old), "utf8")}\nwindow.isNewVersion = true;\n`;
  const name = old.replace(/[\da-f]{6}(?=\.js$)/, sha256(script).digest("hex").slice(0, 6));
  const page = readFileSync(path.join(folder, "index.html"), "utf8").replaceAll(old, name);
  for (const ending of ["", ".br", ".gz"]) rmSync(path.join(folder, old + ending));
  for (const [file, text] of Object.entries({ [name]: script, "index.html": page })) {
    writeFileSync(path.join(folder, file), text);
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(text));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(text));
  }
};

test.use({
  // The browser's own requests are tested here, without a worker between them and the school.
  serviceWorkers: "block",
  launchOptions: {
    executablePath: process.env.CHROMIUM,
    args: [...testFlags, trustsSchool],
  },
});

test.describe("a browser that has the version before gets only what changed", () => {
  test.skip(({ browserName }) => browserName !== "chromium", "only Chromium knows dictionaries");

  for (const [over, settings] of [
    ["HTTP/1.1", {}],
    ["TLS and HTTP/2", { TLS_CERT: TLS.certFile, TLS_KEY: TLS.keyFile }],
  ] as const) {
    test(`over ${over}`, { tag: over === "HTTP/1.1" ? [] : "@all" }, async ({ page }) => {
      const folder = mkdtempSync(path.join(tmpdir(), "learning-space-build-"));
      cpSync(path.join(root, "dist/online"), folder, { recursive: true });
      const school = await startSchool({
        dataDir: copySchool(),
        settings: { WEB_DIR: folder, ...settings },
      });
      try {
        await page.goto(`${school.url}/tls/`);
        await expect(signInForm(page)).toBeVisible();
        await page.waitForLoadState("networkidle");
        // The school copies a build in the background. The list of its files comes last.
        const builds = path.join(school.dataDir, "builds");
        const lists = () => readdirSync(builds).filter((name) => /^\d+-.*\.json$/.test(name));
        await expect.poll(() => (existsSync(builds) ? lists() : [])).toHaveLength(1);
        const old = ["index.html", scriptIn(folder)].map((name) =>
          sha256(readFileSync(path.join(folder, name))).digest("base64"),
        );
        release(folder);
        const script = `/tls/${scriptIn(folder)}`;
        // The first request for the new page lets the school prepare the differences, one by one.
        await send(school.url, { rawPath: "/tls/" });
        for (const [index, rawPath] of ["/tls/", script].entries()) {
          await expect
            .poll(async () => {
              const { headers } = await send(school.url, {
                rawPath,
                headers: { "Available-Dictionary": `:${old[index]}:`, "Accept-Encoding": "dcb" },
              });
              return headers["content-encoding"];
            }, rawPath)
            .toBe("dcb");
        }

        const answers = new Map<string, { encoding: string | undefined; bytes: number }>();
        page.on("response", async (response) => {
          const headers = response.headers();
          const { pathname } = new URL(response.url());
          const bytes = Number(headers["content-length"]);
          answers.set(pathname, { encoding: headers["content-encoding"], bytes });
        });
        await page.goto("about:blank");
        await page.goto(`${school.url}/tls/`);
        await expect(signInForm(page)).toBeVisible();
        await expect.poll(() => page.evaluate(() => "isNewVersion" in window)).toBe(true);
        for (const address of ["/tls/", script]) {
          expect(answers.get(address)?.encoding).toMatch(/^dc[bz]$/);
          expect(answers.get(address)?.bytes).toBeLessThan(400);
        }
      } finally {
        await school.stop({ keepData: false });
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
