import { spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { isJunkFile } from "../../src/lib/is-junk-file.ts";
import { exited } from "../school/start-school.ts";

const root = path.join(import.meta.dirname, "..", "..");
const DEMO_SCHOOL = path.join(root, "resources/demo-school");

/** Delay after a change, as several files are often saved together. */
const SETTLE_MS = 150;

export interface DevSchool {
  /** The demo's output once it is running: its address and its accounts. */
  greeting: Promise<string>;
  stop: () => Promise<void>;
}

interface DevSchoolOptions {
  /** The school's own port. */
  host: string;
  port: number;
  publicUrl: string;
}

/** Makes the school import the demo's content when one of its files is saved. */
const watchContent = (env: NodeJS.ProcessEnv): (() => void) => {
  const folder = env.SCHOOL_DIR ? path.resolve(env.SCHOOL_DIR) : DEMO_SCHOOL;
  let timer: NodeJS.Timeout | undefined;
  const importIt = () => {
    spawn(process.execPath, ["src/server/cli.ts", "content", "import", folder], {
      cwd: root,
      env,
      stdio: "inherit",
    });
  };
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (file && isJunkFile(file.split(path.sep).join("/"))) return;
    clearTimeout(timer);
    timer = setTimeout(importIt, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
};

/**
 * Starts the demo school, and starts it again whenever one of its modules has changed. `greeting`
 * rejects with a message if the first start fails.
 */
export const startDevSchool = ({ host, port, publicUrl }: DevSchoolOptions): DevSchool => {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: host,
    PUBLIC_URL: process.env.PUBLIC_URL || publicUrl,
    // A certificate is only needed for other machines.
    TLS_CERT: "",
    TLS_KEY: "",
    // The school would restart itself for this option, and `--watch` would lose track of it.
    MALLOC_MMAP_THRESHOLD_: "1048576",
  };
  const child = spawn(
    process.execPath,
    ["--watch", "--watch-preserve-output", "src/server/demo.ts"],
    { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] },
  );
  const greeting = Promise.withResolvers<string>();
  let text = "";
  let isOpen = false;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (/^Failed running/m.test(text)) {
      greeting.reject(new Error("The demo school did not start; see the output above."));
      if (isOpen) console.log("· The school has stopped. It starts again when you save a file.");
      text = "";
    }
    if (!text.includes("Press Ctrl-C to stop it.")) return;
    if (isOpen) console.log("· The school has started again.");
    isOpen = true;
    greeting.resolve(text.replace(/^(?:Restarting|Completed|Failed) .*\n/gm, ""));
    text = "";
  });
  child.on("error", (error) => greeting.reject(error));
  child.on("exit", () => greeting.reject(new Error("The demo school has stopped.")));
  const stopWatching = watchContent(env);
  return {
    greeting: greeting.promise,
    async stop() {
      stopWatching();
      child.kill("SIGTERM");
      await exited(child);
    },
  };
};
