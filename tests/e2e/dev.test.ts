import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "playwright/test";
import { copySchool } from "./prepared-school.ts";
import { dana, test } from "./school.ts";
import { submitSignIn } from "./steps.ts";

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
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let text = "";
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const found = /is open: (\S+)\/\n/.exec(text)?.[1];
      if (found && text.includes("Ready on")) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`It ended: ${text}`)));
  });
  return {
    address,
    /** Changes a file of the copy, as saving it in an editor does. */
    async edit(file: string, from: string, to: string) {
      const place = path.join(folder, file);
      const source = await readFile(place, "utf8");
      if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
      await writeFile(place, source.replace(from, to));
    },
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
    const { address, edit, end } = await startDev(folder, dataDir, project.name);
    try {
      for (const path of ["/tls/", "/api/health"]) {
        expect([path, await askAs("evil.example", address + path)]).toEqual([path, 403]);
      }
      await page.goto(address);
      const name = page.getByLabel("Username");
      await name.fill("student");
      const form = "src/features/authorization/sign-in-form.tsx";
      await edit(form, "</form>", "<p>Saved just now</p></form>");
      await expect(page.getByText("Saved just now")).toBeVisible();
      await expect(name).toHaveValue("student");

      const health = 'app.get("/health"';
      const changed = `app.get("/changed", () => new Response("new"));\n  ${health}`;
      await edit("src/server/http/health-routes.ts", health, changed);
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
