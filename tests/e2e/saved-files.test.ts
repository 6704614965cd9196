import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "playwright/test";
import { FIXTURE } from "../server/support/fixture-folder.ts";
import { copySchool } from "./prepared-school.ts";
import { dana, test } from "./school.ts";
import { submitSignIn } from "./steps.ts";

// A program shows in the open page what is saved in a folder.

/** Waits until a program has said where it is open. @param isReady of all that it has printed */
const listen = async (child: ChildProcessWithoutNullStreams, isReady = (_: string) => true) => {
  let text = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const found = /is open: (\S+)\/\n/.exec(text)?.[1];
      if (found && isReady(text)) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`It ended: ${text}`)));
  });
  return { address, ended, printed: () => text };
};

type Change = [file: string, from: string, to: string];

/** Changes a file of a folder, as saving it in an editor does. */
const edit = async (folder: string, ...[file, from, to]: Change): Promise<void> => {
  const place = path.join(folder, file);
  const source = await readFile(place, "utf8");
  if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(place, source.replace(from, to));
};

const root = path.join(import.meta.dirname, "../..");

/** The files that `npm run dev` reads; packages and the demo's content are links. */
const COPIED = ["src", "scripts", "locales", "package.json", "package-lock.json", "tsconfig.json"];
const LINKED = ["node_modules", "resources", "neutralino"];

/** Runs `npm run dev` on a copy of the project. */
const startDev = async (folder: string, dataDir: string, runtime: string) => {
  for (const name of COPIED) {
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  for (const name of LINKED) await symlink(path.join(root, name), path.join(folder, name));
  const child = spawn("npm", ["run", "dev", "--", `--runtime=${runtime}`, "--port=0"], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir, DEMO_CLASS: "0" },
    shell: process.platform === "win32",
  });
  const { address, ended } = await listen(child, (said) => said.includes("Ready on"));
  return {
    address,
    async end() {
      child.kill("SIGTERM");
      await ended;
    },
  };
};

/** @returns the status of an answer to a page that calls the server by this name */
const askAs = (name: string, address: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { Host: `${name}:${new URL(address).port}` };
    get(address, { headers }, (answer) => resolve(answer.resume().statusCode)).once(
      "error",
      reject,
    );
  });

test(
  "npm run dev shows what is saved in the open page, starts the school again, frees its port, and answers no foreign name",
  {
    tag: ["@all", "@runtime"],
  },
  async ({ page }, { project }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "learning-space-dev-"));
    // One runtime shows that the first start creates the demo school; the other starts from a copy.
    const dataDir = project.name === "react" ? copySchool() : path.join(folder, "data");
    const { address, end } = await startDev(folder, dataDir, project.name);
    try {
      for (const path of ["/tls/", "/api/health"]) {
        expect([path, await askAs("evil.example", address + path)]).toEqual([path, 403]);
      }
      await page.goto(address);
      const name = page.getByLabel("Username");
      await name.fill("student");
      const form = "src/features/authorization/sign-in-form.tsx";
      await edit(folder, form, "</form>", "<p>Saved just now</p></form>");
      await expect(page.getByText("Saved just now")).toBeVisible();
      await expect(name).toHaveValue("student");

      const health = 'app.get("/health"';
      const changed = `app.get("/changed", () => new Response("new"));\n  ${health}`;
      await edit(folder, "src/server/http/health-routes.ts", health, changed);
      const answer = async () => (await page.request.get(`${address}/api/changed`)).text();
      await expect.poll(answer).toBe("new");
      await page.goto(address);
      await submitSignIn(page, dana);
      await expect(page.getByRole("button", { name: "Dana" })).toBeVisible();
    } finally {
      await end();
      for (const used of [folder, dataDir]) {
        await rm(used, { recursive: true, force: true, maxRetries: 3 });
      }
    }
    await expect(fetch(address)).rejects.toThrow("fetch failed");
  },
);

const FLARE = "PM/lessons/flare.md";

/** Runs `content preview` on a copy of the tests' school. */
const startPreview = async () => {
  const top = await mkdtemp(path.join(tmpdir(), "preview-test-"));
  const folder = path.join(top, "school");
  const temporary = path.join(top, "tmp");
  await cp(FIXTURE, folder, { recursive: true });
  await mkdir(temporary);
  const child = spawn(
    process.execPath,
    ["src/server/cli.ts", "content", "preview", folder, "--port", "0"],
    { env: { ...process.env, TMPDIR: temporary, TEMP: temporary } },
  );
  const { address, ended, printed } = await listen(child);
  const save = (file: string, content: string | Buffer) =>
    writeFile(path.join(folder, file), content);
  return {
    address,
    /** The author's folder, a copy. */
    folder,
    printed,
    save,
    edit: (...change: Change) => edit(folder, ...change),
    /** What it has left where temporary files are. */
    left: () => readdirSync(temporary).filter((name) => name.startsWith("learning-space")),
    /** @returns the exit code */
    async stop(signal: NodeJS.Signals = "SIGTERM") {
      child.kill(signal);
      const code = await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      return code;
    },
  };
};

let preview: Awaited<ReturnType<typeof startPreview>>;

test.afterEach(() => preview?.stop());

const openFlare = async (page: Page) => {
  await page.goto(`${preview.address}/tls/lessons/PM/PMS/flare`);
  await expect(page.getByText("Slash and spread.")).toBeVisible();
};

const panel = (page: Page) => page.locator("#preview-problems details");

test("an author previews a folder in the browser, and ends the preview", {
  tag: "@all",
}, async ({ page }) => {
  preview = await startPreview();

  await test.step("a saved change of a lesson is in the open page, where the author reads", async () => {
    await page.goto(preview.address);
    await expect(page.getByRole("button", { name: "Preview" })).toBeVisible();
    // The last one of a course that nobody has begun.
    await page.goto(`${preview.address}/tls/lessons/PM/PMB/right-angles`);
    await expect(page.getByRole("heading", { name: "Right angles", level: 1 })).toBeVisible();
    await preview.edit(
      FLARE,
      "Slash and spread.",
      `Slash and spread.\n\n${"Long.\n\n".repeat(80)}`,
    );
    await openFlare(page);
    await page.getByText("Long.").nth(60).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(500);
    await preview.edit(FLARE, "Slash and spread.", "Slash and spread.\n\nSaved just now.");
    await expect(page.getByText("Saved just now.")).toBeAttached();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    await preview.edit(FLARE, "Long.\n\n".repeat(80), "");
  });

  await test.step("a problem is shown at its file and line, above the last content without any", async () => {
    await openFlare(page);
    await preview.edit(FLARE, "# Flare", "# Flare\n\n[x](term:drat)\n\n<script>alert(1)</script>");
    await expect(
      panel(page)
        .getByText(/^PM\/lessons\/flare\.md:\d+$/)
        .first(),
    ).toBeVisible();
    await expect(panel(page).getByText('The glossary has no term "drat"')).toBeVisible();
    await expect(panel(page).locator("script")).toHaveCount(0);
    await expect(page.getByText("Slash and spread.")).toBeVisible();
    await expect.poll(() => preview.printed()).toContain('The glossary has no term "drat"');

    await preview.edit(FLARE, "[x](term:drat)\n\n<script>alert(1)</script>", "Mended.");
    await expect(page.getByText("Mended.")).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
  });

  await test.step("files in another encoding, half saved, renamed and gone are problems, and nothing ends", async () => {
    await openFlare(page);
    await preview.save(FLARE, Buffer.from("\uFEFF---\nid: 109\n", "utf16le"));
    await expect(panel(page).getByText("This file is not in UTF-8")).toBeVisible();
    await preview.save(FLARE, "---\nid: 109\nti");
    await expect(panel(page).getByText("The front matter does not end")).toBeVisible();
    await rm(path.join(preview.folder, FLARE));
    await expect(
      panel(page).getByText(/^PM\/course\.yaml:\d+ There is no lesson "flare"/),
    ).toBeVisible();
    await rename(preview.folder, `${preview.folder}-away`);
    await expect(panel(page).getByText("There is no folder")).toBeVisible();
    await rename(`${preview.folder}-away`, preview.folder);
    await preview.save(
      FLARE,
      "---\nid: 109\ntitle: {en: Flare, he: התרחבות}\ntype: text\n---\n# Flare\n\nSlash and spread.\n\n![How the slash opens](flare.webm)\n",
    );
    await expect(panel(page)).toHaveCount(0);
  });

  await test.step("a preview ends with Ctrl-C, and leaves nothing behind", async () => {
    expect(preview.left()).toHaveLength(1);
    expect(await preview.stop("SIGINT")).toBe(0);
    expect(preview.left()).toEqual([]);
  });
});
