import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { FIXTURE } from "../server/support/fixture-folder.ts";

const root = path.join(import.meta.dirname, "../..");

export interface RunningPreview {
  /** The address of the page. */
  readonly address: string;
  /** The author's folder, a copy. */
  readonly folder: string;
  /** Everything it has printed. */
  printed(): string;
  /** Saves a file of the author's folder with other words. */
  edit(file: string, from: string, to: string): Promise<void>;
  save(file: string, content: string | Buffer): Promise<void>;
  /** What it has left where temporary files are. */
  left(): string[];
  /** @returns the exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Runs `content preview` on a copy of the tests' school. */
export const startPreview = async (): Promise<RunningPreview> => {
  const top = await mkdtemp(path.join(tmpdir(), "preview-test-"));
  const folder = path.join(top, "school");
  const temporary = path.join(top, "tmp");
  await cp(FIXTURE, folder, { recursive: true });
  await mkdir(temporary);
  const child = spawn(
    process.execPath,
    ["src/server/cli.ts", "content", "preview", folder, "--port", "0"],
    { cwd: root, env: { ...process.env, TMPDIR: temporary, TEMP: temporary } },
  );
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let text = "";
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      process.off("exit", kill);
      resolve(code);
    });
  });
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const found = /is open: (\S+)\n/.exec(text)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`It ended: ${text}`)));
  });
  const save: RunningPreview["save"] = (file, content) =>
    writeFile(path.join(folder, file), content);
  return {
    address,
    folder,
    printed: () => text,
    save,
    async edit(file, from, to) {
      const source = await readFile(path.join(folder, file), "utf8");
      if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
      await save(file, source.replace(from, to));
    },
    left: () => readdirSync(temporary).filter((name) => name.startsWith("learning-space")),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const code = await ended;
      await rm(path.join(top, "school"), { recursive: true, force: true, maxRetries: 3 });
      return code;
    },
  };
};
