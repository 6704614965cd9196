import { spawn } from "node:child_process";
import path from "node:path";
import type { Load, LoadResult } from "./load.ts";
import { processorTime } from "./process-use.ts";

const here = import.meta.dirname;

/** Runs a script of this folder in its own process. @returns the first line that it prints */
export const runApart = (
  script: string,
  argument = "",
): { line: Promise<string>; pid: number; end: () => void } => {
  const child = spawn(process.execPath, [path.join(here, script), argument], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk: string) => {
      said += chunk;
      if (said.includes("\n")) resolve(said);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${script} ended without an answer`)));
  });
  return { line, pid: child.pid ?? 0, end: () => child.kill() };
};

/**
 * Puts a load on a server, from a process of its own.
 * @throws an Error if a request is not answered as expected
 */
export const putLoad = async (load: Load): Promise<LoadResult> => {
  const result = JSON.parse(await runApart("load.ts", JSON.stringify(load)).line) as LoadResult;
  if (result.others > 0) {
    throw new Error(`${result.others} requests to ${load.url} were not answered ${load.status}.`);
  }
  return result;
};

/** The processor time that a server takes for one request under a load, in milliseconds. */
export const costOf = async (pid: number, load: Load): Promise<number> => {
  const before = processorTime(pid);
  const { requests } = await putLoad(load);
  return (processorTime(pid) - before) / requests;
};
