import { spawn } from "node:child_process";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { exited } from "../school/start-school.ts";

/** Starts the baseline in a process of its own. @param bytes of its larger answer */
export const startBareRoute = async (bytes = 0) => {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-bare-"));
  const script = path.join(import.meta.dirname, "bare-route.ts");
  const child = spawn(process.execPath, [script, String(bytes), folder.path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (!value) throw new Error("The bare route did not start.");
  return {
    url: value as string,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited(child);
      folder.remove();
    },
  };
};
