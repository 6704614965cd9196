import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { exited } from "../../scripts/school/start-school.ts";

/** Starts a flood of requests in a process of its own, so that it takes no time from the test's. */
export const startFloodProcess = (address: string, paths: readonly string[]) => {
  const script = path.join(import.meta.dirname, "flood-process.ts");
  const child = spawn(process.execPath, [script, address, ...paths], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let answers = { answered: 0, refused: 0, others: [] as string[] };
  createInterface({ input: child.stdout }).on("line", (line) => {
    answers = JSON.parse(line);
  });
  return {
    answers: () => answers,
    async end(): Promise<void> {
      kill();
      await exited(child);
      process.off("exit", kill);
    },
  };
};
