import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sharedFolder } from "../../server/support/temporary-folder.ts";

const ROOT = path.join(import.meta.dirname, "../../..");
const folder = sharedFolder();

const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

/** A script of npm that starts like those of the project, and a program that ends by itself when it is asked to. */
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
const go = scripts.dev.replace(/\S+$/, "script.mjs");
write("package.json", JSON.stringify({ scripts: { go } }));
write(
  "script.mjs",
  `import { runProgram } from ${JSON.stringify(path.join(ROOT, "scripts/setup/run-program.mjs"))};
  console.log("script", process.pid);
  const program = ${JSON.stringify(path.join(folder, "program.mjs"))};
  process.exit((await runProgram(process.execPath, [program], { what: "It" })) ?? 1);`,
);
write(
  "program.mjs",
  `console.log("program", process.pid);
  const running = setInterval(() => {}, 1000);
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => clearInterval(running));`,
);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Starts it with npm. @returns the ids of its processes once the program runs */
const start = async () => {
  const npm = spawn("npm", ["run", "--silent", "go"], {
    ...{ cwd: folder, detached: true },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  const ids = await new Promise<{ script: number; program: number }>((resolve, reject) => {
    npm.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      const [, script, program] = /script (\d+)\nprogram (\d+)\n/.exec(said) ?? [];
      if (program) resolve({ script: Number(script), program: Number(program) });
    });
    npm.once("exit", () => reject(new Error(`npm has ended: ${said}`)));
  });
  return { npm: npm.pid ?? 0, ...ids };
};

test.skipIf(process.platform === "win32").each([
  ["SIGTERM", "npm"],
  ["SIGINT", "npm"],
  ["SIGHUP", "npm"],
  ["SIGKILL", "npm"],
  ["SIGKILL", "script"],
] as const)("a program of npm's scripts ends when %s ends %s", async (signal, ended) => {
  const ids = await start();
  onTestFinished(() => {
    if (Object.values(ids).some(isAlive)) process.kill(-ids.npm, "SIGKILL");
  });
  // A terminal sends Ctrl-C to the whole group.
  process.kill(signal === "SIGINT" ? -ids.npm : ids[ended], signal);
  await expect.poll(() => Object.values(ids).filter(isAlive)).toEqual([]);
});
