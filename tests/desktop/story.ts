import { spawn } from "node:child_process";
import { once as ended } from "node:events";
import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import type { DesktopBuildName } from "../../scripts/build/school-settings.ts";
import { issueSerialNumber } from "../../src/server/activation/serial-numbers.ts";
import type { Database } from "../../src/server/db/open-database.ts";
import { addStudent } from "../e2e/add-student.ts";
import type { Account } from "../e2e/school.ts";
import { signInForm, submitSignIn } from "../e2e/steps.ts";
import { Line } from "../support/line.ts";
import { once } from "../support/once.ts";
import { openServedDatabase } from "../support/served-database.ts";
import { test as base, type DesktopOptions } from "./desktop.ts";
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
  /** Exports the school's content by its command; once for each form. */
  exports: (form: "folder" | "zip") => Promise<string>;
}

interface StoryWorker {
  workerLine: Line;
}

/** A prepared folder for apps' data, and the name of the app's own folder there. */
interface Template {
  folder: string;
  own: string;
}

/** A closed window leaves nothing behind that could block another. */
const copy = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith("instance.lock") });

/** Tests that need an activated app with lessons on the machine, prepared once for all workers. */
export const test = base.extend<StoryFixtures, StoryWorker>({
  workerLine: [
    async ({ running }, use) => {
      const line = await Line.open(running.url);
      await use(line);
      await line.cut();
    },
    { scope: "worker" },
  ],
  line: async ({ workerLine }, use) => {
    await use(workerLine);
    await workerLine.restore();
  },
  tables: async ({ running }, use) => {
    const database = await openServedDatabase(running.dataDir);
    await use(database);
    await database.close();
  },
  issueSerial: async ({ tables }, use) =>
    use((seats = 2) =>
      tables.write((db) =>
        issueSerialNumber(
          db,
          { name: "A class", seats, courses: null },
          { kind: "command" },
          Date.now(),
        ),
      ),
    ),
  student: async ({ running }, use) => use(await addStudent(running.dataDir, ["PMB", "SWB"])),
  exports: async ({ running }, use) =>
    use((form) => {
      const target = path.join(running.made, form === "zip" ? "stick.zip" : "stick");
      return once(`${target}.made`, async () => {
        rmSync(target, { recursive: true, force: true });
        const words = ["src/server/cli.ts", "content", "export", target];
        const child = spawn(process.execPath, words, {
          env: { ...process.env, DATA_DIR: running.dataDir },
          stdio: ["ignore", "ignore", "inherit"],
        });
        const [code] = await ended(child, "exit");
        expect(code, "how the export ended").toBe(0);
        return target;
      });
    }),
  machine: async ({ openDesktop, dataHome, issueSerial, line, running }, use, testInfo) => {
    /** @returns the name of the app's own folder in the folder for apps' data */
    const prepare = async (build: DesktopBuildName, prepared: Prepared): Promise<string> => {
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
    /** @returns the prepared folder for apps' data, and the name of the app's own folder there */
    const template = (build: DesktopBuildName, prepared: Prepared): Promise<Template> => {
      // A machine has another id on the runtime than on its stand-in.
      const folder = path.join(running.made, `${testInfo.project.name}-${build}-${prepared}`);
      return once(`${folder}.made`, async () => {
        if (prepared === "synced") copy((await template(build, "activated")).folder, dataHome);
        const own = await prepare(build, prepared);
        rmSync(folder, { recursive: true, force: true });
        copy(dataHome, folder);
        return { folder, own };
      });
    };
    await use(async (build, prepared) => {
      const { folder, own } = await template(build, prepared);
      copy(folder, dataHome);
      return { build, school: line.url, dataHome, dataFolder: path.join(dataHome, own) };
    });
  },
});
