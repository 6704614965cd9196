import { spawn } from "node:child_process";
import { connect } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";
import { startPostgres } from "./support/postgres-cluster.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const supportFile = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));

const accepts = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/**
 * Runs a script that starts a server, and kills it.
 * @param script prints the server's address in one line
 */
const killItsStarter = async (script: string): Promise<void> => {
  const starter = spawn(
    process.execPath,
    ["--input-type=module", "--eval", `${script}; setInterval(() => {}, 1000);`],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const address = await new Promise<string>((resolve, reject) => {
      starter.stdout.once("data", (said: Buffer) => resolve(said.toString().trim()));
      starter.once("exit", () => reject(new Error("It has started no server")));
    });
    expect(await accepts(address)).toBe(true);
    starter.kill("SIGKILL");
    await expect.poll(() => accepts(address)).toBe(false);
  } finally {
    starter.kill("SIGKILL");
  }
};

test("a school that tests have started ends with them, also if they are killed", async () => {
  const dataDir = temporaryFolder();
  await killItsStarter(`
    const { startSchoolProcess } = await import(${supportFile("support/school-process.ts")});
    console.log((await startSchoolProcess(${JSON.stringify(dataDir)})).address);`);
});

test("a PostgreSQL that tests have started ends with them, also if they are killed", async ({
  skip,
}) => {
  const own = await startPostgres();
  if (!own) return skip("initdb and pg_ctl are missing or cannot be run here");
  await own.stop();
  await killItsStarter(`
    const { startPostgres } = await import(${supportFile("support/postgres-cluster.ts")});
    console.log(await (await startPostgres()).createDatabase());`);
});
