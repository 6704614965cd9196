import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const SUPPORT = path.join(import.meta.dirname, "support/school-process.ts");

test("a server that tests have started ends with them, also if they are killed", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "school-started-"));
  const script = `
    const { startSchoolProcess } = await import(${JSON.stringify(SUPPORT)});
    console.log((await startSchoolProcess(${JSON.stringify(dataDir)})).address);
    setInterval(() => {}, 1000);`;
  const tests = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  try {
    const address = await new Promise<string>((resolve, reject) => {
      tests.stdout.once("data", (said: Buffer) => resolve(said.toString().trim()));
      tests.once("exit", () => reject(new Error("It has started no server")));
    });
    const isOpen = () =>
      fetch(`${address}/health`).then(
        () => true,
        () => false,
      );
    expect(await isOpen()).toBe(true);
    tests.kill("SIGKILL");
    await expect.poll(isOpen, { timeout: 20_000 }).toBe(false);
  } finally {
    tests.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  }
}, 60_000);
