import { spawn } from "node:child_process";
import { once as ended } from "node:events";
import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import type { DesktopBuildName } from "../../scripts/build/school-settings.ts";
import type { Database } from "../../src/server/db/open-database.ts";
import { addStudent } from "../e2e/add-student.ts";
import type { Account } from "../e2e/school.ts";
import { signInForm, submitSignIn } from "../e2e/steps.ts";
import { Line } from "../support/line.ts";
import { once } from "../support/once.ts";
import { openServedDatabase } from "../support/served-database.ts";
import { test as base, type DesktopOptions } from "./desktop.ts";
import {
  activate,
  issueSerial,
  openThisComputer,
  quit,
  stateFileOf,
  synced,
  wizard,
} from "./steps.ts";

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
  tables: Database;
  issueSerial: (seats?: number) => Promise<string>;
  /** The line to the school, restored after the test. */
  line: Line;
  /** Content exported by the school's command, as it is put on a stick: a folder or a zip. */
  exported: (name: string) => Promise<string>;
}

interface StoryWorker {
  workerLine: Line;
}

/** A prepared folder for apps' data, and the name of the app's own folder there. */
interface Template {
  folder: string;
  own: string;
}

export const runSchool = async ({ dataDir }: { dataDir: string }, ...words: string[]) => {
  const child = spawn(process.execPath, ["src/server/cli.ts", ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  expect((await ended(child, "exit"))[0], `how ${words.join(" ")} ended`).toBe(0);
};

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
  issueSerial: async ({ tables }, use) => use((seats = 2) => issueSerial(tables, seats)),
  student: async ({ running }, use) => use(await addStudent(running.dataDir, ["PMB", "SWB"])),
  exported: async ({ running }, use, testInfo) =>
    use(async (name) => {
      const made = path.join(running.made, name.endsWith(".zip") ? "stick.zip" : "stick");
      await once(`${made}.made`, async () => {
        rmSync(made, { recursive: true, force: true });
        await runSchool(running, "content", "export", made);
      });
      const target = testInfo.outputPath(name);
      cpSync(made, target, { recursive: true });
      return target;
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
