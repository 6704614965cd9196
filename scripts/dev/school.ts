import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..", "..");
const DEMO_SCHOOL = path.join(root, "resources/demo-school");

/** Several files are often saved at once. */
const SETTLE_MS = 150;

export interface DevSchool {
  /** What the demo says once it is open: its address and who may sign in. */
  greeting: Promise<string>;
  stop: () => Promise<void>;
}

interface DevSchoolOptions {
  /** Where the school listens. */
  host: string;
  port: number;
  /** Where people find it. */
  publicUrl: string;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });

/** Has the school take up the demo's content when a file of it is saved. */
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
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(importIt, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
};

/**
 * Starts the demo school, again whenever a file that it runs has changed. `greeting` fails with a
 * sentence when the first start fails.
 */
export const startDevSchool = ({ host, port, publicUrl }: DevSchoolOptions): DevSchool => {
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: host,
    PUBLIC_URL: process.env.PUBLIC_URL || publicUrl,
    // A certificate is for whoever comes from outside.
    TLS_CERT: "",
    TLS_KEY: "",
    // The school would start itself anew for this one, and `--watch` would lose sight of it.
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
      greeting.reject(new Error("The demo school did not start; the reason stands above."));
      if (isOpen) console.log("· The school has ended. It starts again when you save a file.");
      text = "";
    }
    if (!text.includes("Ctrl-C ends it.")) return;
    if (isOpen) console.log("· The school has started again.");
    isOpen = true;
    greeting.resolve(text.replace(/^(?:Restarting|Completed|Failed) .*\n/gm, ""));
    text = "";
  });
  child.on("error", (error) => greeting.reject(error));
  child.on("exit", () => greeting.reject(new Error("The demo school has ended.")));
  const stopWatching = watchContent(env);
  return {
    greeting: greeting.promise,
    async stop() {
      stopWatching();
      child.kill("SIGTERM");
      await ended(child);
    },
  };
};
