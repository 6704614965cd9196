import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { copySchool } from "./prepared-school.ts";

const root = path.join(import.meta.dirname, "../..");

/** The files that `npm run dev` reads; packages and the demo's content are links. */
const COPIED = ["src", "scripts", "locales", "package.json", "package-lock.json", "tsconfig.json"];
const LINKED = ["node_modules", "resources", "neutralino"];

export interface DevProject {
  /** The address of the app. */
  address: string;
  /** Everything it has printed. */
  printed: () => string;
  /** Changes a file of the copy, as saving it in an editor does. */
  edit: (file: string, from: string, to: string) => Promise<void>;
  /** Sends npm a signal, waits until it has ended, and deletes the copy. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Runs `npm run dev` on a copy of the project. */
export const startDevProject = async (runtime: string): Promise<DevProject> => {
  const folder = await mkdtemp(path.join(tmpdir(), "learning-space-dev-"));
  await Promise.all([
    ...COPIED.map((name) =>
      cp(path.join(root, name), path.join(folder, name), { recursive: true }),
    ),
    ...LINKED.map((name) => symlink(path.join(root, name), path.join(folder, name))),
  ]);
  // One runtime shows that the first start creates the demo school; the other starts from a copy.
  const dataDir = runtime === "react" ? copySchool() : path.join(folder, "data");
  const child = spawn("npm", ["run", "dev", "--", `--runtime=${runtime}`, "--port=0"], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir, DEMO_CLASS: "0" },
    shell: process.platform === "win32",
  });
  // It ends the school that it has started, also when a test fails.
  const kill = () => child.kill("SIGTERM");
  process.once("exit", kill);
  let text = "";
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      process.off("exit", kill);
      resolve();
    });
  });
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const found = /is open: (\S+)\/\n/.exec(text)?.[1];
      if (found && text.includes("Ready on")) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(() => reject(new Error(`It ended: ${text}`)));
  });
  return {
    address,
    printed: () => text,
    async edit(file, from, to) {
      const place = path.join(folder, file);
      const source = await readFile(place, "utf8");
      if (!source.includes(from)) throw new Error(`${file} has no ${from}`);
      await writeFile(place, source.replace(from, to));
    },
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
      for (const used of [folder, dataDir]) {
        await rm(used, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
};
