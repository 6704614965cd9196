import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { send } from "./support/client.ts";
import { startServerProcess } from "./support/server-process.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "resources/deploy");
/** Where the units look for the program. */
const INSTALLED = "/opt/learning-space";

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), "deploy-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

test("the systemd units are valid", async ({ skip }) => {
  const run = promisify(execFile);
  const version = await run("systemd-analyze", ["--version"]).catch(() => null);
  if (!version) skip("systemd-analyze is not here");
  const folder = await temporaryFolder();
  const names = await readdir(FOLDER);
  expect(names).toContain("learning-space.service");
  for (const name of names) {
    const unit = await readFile(path.join(FOLDER, name), "utf8");
    // The program is here, and this machine does not have the school's user.
    const here = unit.replaceAll(INSTALLED, ROOT).replace(/^(User|Group)=.*$/gm, "$1=root");
    await writeFile(path.join(folder, name), here);
  }
  const files = names.map((name) => path.join(folder, name));
  const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", ...files]);
  // It also reports units of the machine itself.
  const own = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("learning-space"));
  expect(own).toEqual([]);
});

test("the systemd unit runs Node itself, which serves until SIGTERM and finishes what is under way", async () => {
  const unit = await readFile(path.join(FOLDER, "learning-space.service"), "utf8");
  const [node = "", ...words] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(" ") ?? [];
  expect(node).toBe(`${INSTALLED}/node_modules/.bin/node`);
  expect(existsSync(node.replace(INSTALLED, ROOT))).toBe(true);
  expect(unit).toContain(`\nWorkingDirectory=${INSTALLED}\n`);
  const server = await startServerProcess(
    words,
    { DATA_DIR: await temporaryFolder() },
    (text) => /"event":"listening","address":"([^"]+)"/.exec(text)?.[1] ?? null,
  );
  expect((await send(`${server.address}/health`)).status).toBe(200);
  expect(await server.end("SIGTERM")).toBe(0);
});
