import { spawn } from "node:child_process";
import path from "node:path";
import { bareEnvironment } from "../../server/support/bare-environment.ts";
import type { TestSchool } from "../../server/support/test-school.ts";
import { until } from "./database-of.ts";

export const startCommand = (school: TestSchool, ...words: string[]) => {
  const child = spawn(process.execPath, ["src/server/cli.ts", ...words], {
    cwd: path.join(import.meta.dirname, "../../.."),
    env: { ...bareEnvironment(), ...school.variables },
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    ended,
    /** Kills it at a moment, or lets it end if it is quicker. */
    async killAt(isMoment: () => boolean | Promise<boolean>): Promise<void> {
      await until(async () => child.exitCode !== null || (await isMoment()));
      child.kill("SIGKILL");
      await ended;
    },
  };
};
