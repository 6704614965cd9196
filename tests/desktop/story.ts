import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "playwright/test";
import type { DesktopBuildName } from "../../scripts/build/builds.ts";
import { type Database, openDatabase } from "../../src/server/db/open-database.ts";
import { issueSerialNumber } from "../../src/server/db/serial-numbers.ts";
import { addStudent } from "../e2e/add-student.ts";
import type { Account } from "../e2e/school.ts";
import { signInForm, submitSignIn } from "../e2e/steps.ts";
import { test as base, type DesktopOptions } from "./desktop.ts";
import { type Line, openLine } from "./line.ts";
import { activate, openThisComputer, quit, stateFileOf, synced, wizard } from "./steps.ts";

/** The state of a machine at the beginning of a test. */
type Prepared = "activated" | "synced";

/** The options to open the app with, and its own folder before the first start. */
type PreparedMachine = DesktopOptions & { dataFolder: string };

interface StoryFixtures {
  /** An account made for this test, with PMB and SWB to study. */
  student: Account;
  /**
   * Fills the test's data folder as on a machine with the app activated, or with the lessons stored
   * as well.
   */
  machine: (build: DesktopBuildName, prepared: Prepared) => Promise<PreparedMachine>;
  /** The school's own tables. */
  tables: Database;
  /** Issues a serial number. */
  issueSerial: (seats?: number) => Promise<string>;
  /** The line to the school, restored after the test. */
  line: Line;
}

interface StoryWorker {
  workerLine: Line;
  /** Exports the school's content by its command; once for each form. */
  exports: (form: "folder" | "zip") => Promise<string>;
  /** Data folders of prepared machines, and the name of the app's own folder there. */
  templates: Map<string, { folder: string; own: string }>;
}

/** A closed window leaves nothing behind that could block another. */
const copy = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith("instance.lock") });

/** Tests that need an activated app with lessons on the machine, prepared once for each worker. */
export const test = base.extend<StoryFixtures, StoryWorker>({
  workerLine: [
    async ({ running }, use) => {
      const line = await openLine(running.url);
      await use(line);
      await line.end();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  exports: [
    async ({ running }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), "learning-space-exported-"));
      const known = new Map<string, Promise<string>>();
      const run = async (form: string) => {
        const target = path.join(folder, form === "zip" ? "stick.zip" : "stick");
        const words = ["src/server/cli.ts", "content", "export", target];
        const child = spawn(process.execPath, words, {
          env: { ...process.env, DATA_DIR: running.dataDir },
          stdio: ["ignore", "ignore", "inherit"],
        });
        const [code] = await once(child, "exit");
        expect(code, "how the export ended").toBe(0);
        return target;
      };
      await use((form) => {
        const target = known.get(form) ?? run(form);
        known.set(form, target);
        return target;
      });
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  templates: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const templates = new Map<string, { folder: string; own: string }>();
      await use(templates);
      for (const { folder } of templates.values()) rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  line: async ({ workerLine }, use) => {
    await use(workerLine);
    await workerLine.restore();
  },
  tables: async ({ running }, use) => {
    const database = await openDatabase(running.dataDir, null);
    await use(database);
    await database.close();
  },
  issueSerial: async ({ tables }, use) =>
    use((seats = 2) =>
      tables.write((db) =>
        issueSerialNumber(db, { name: "A class", seats, courses: null }, Date.now()),
      ),
    ),
  student: async ({ running }, use) => use(await addStudent(running.dataDir, ["PMB", "SWB"])),
  machine: async (
    { openDesktop, dataHome, templates, issueSerial, line, running },
    use,
    testInfo,
  ) => {
    const prepare = async (build: DesktopBuildName, prepared: Prepared): Promise<string> => {
      testInfo.setTimeout(testInfo.timeout + 60_000);
      const options = { build, school: line.url, dataHome };
      const app = await openDesktop(options);
      const { page } = app;
      if (prepared === "activated") {
        await expect(wizard(page)).toBeVisible();
        await activate(page, await issueSerial());
      } else {
        const first = await addStudent(running.dataDir, ["PMB", "SWB"]);
        await submitSignIn(page, first);
        await expect(signInForm(page)).toHaveCount(0);
        await openThisComputer(page);
        await synced(page);
        await page.getByRole("button", { name: /^Hello/ }).press("ArrowDown");
        await page.getByRole("menuitem", { name: "Logout" }).click();
        await expect(signInForm(page)).toBeVisible();
      }
      await expect.poll(() => stateFileOf(app.dataFolder, "licence.v1")).not.toBeNull();
      await quit(app);
      return path.relative(dataHome, app.dataFolder);
    };
    await use(async (build, prepared) => {
      const steps: Prepared[] = prepared === "synced" ? ["activated", "synced"] : ["activated"];
      // Each step contains the one before.
      const known = steps.findLastIndex((each) => templates.has(`${build} ${each}`));
      const template = templates.get(`${build} ${steps[known]}`);
      if (template) copy(template.folder, dataHome);
      let own = template?.own ?? "";
      for (const each of steps.slice(known + 1)) {
        own = await prepare(build, each);
        const folder = mkdtempSync(path.join(tmpdir(), "learning-space-template-"));
        copy(dataHome, folder);
        templates.set(`${build} ${each}`, { folder, own });
      }
      return { build, school: line.url, dataHome, dataFolder: path.join(dataHome, own) };
    });
  },
});
