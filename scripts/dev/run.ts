import { spawn } from "node:child_process";
import { enableCompileCache } from "node:module";
import path from "node:path";
import { freePort } from "./free-port.ts";
import { readDevOptions } from "./options.ts";
import { startDevSchool } from "./school.ts";

// Before the rest is loaded, which then starts in a fraction of the time.
enableCompileCache();

const stops: (() => Promise<unknown>)[] = [];

/** Ends all that was started, once. */
const end = async (code: number): Promise<void> => {
  await Promise.allSettled(stops.splice(0).map((stop) => stop()));
  process.exit(code);
};

const started = performance.now();
const options = readDevOptions(process.argv.slice(2), process.env);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end(0));

const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const runWeb = async (): Promise<void> => {
  const { host, runtime } = options;
  const port = await freePort(options.port, host);
  const schoolPort = await freePort(0, "127.0.0.1");
  const school = startDevSchool({
    host: "127.0.0.1",
    port: schoolPort,
    publicUrl: `http://${host}:${port}`,
  });
  stops.push(school.stop);
  const startWeb = async () => {
    const { startDevWeb } = await import("./web.ts");
    stops.push(
      await startDevWeb({ runtime, host, port, school: `http://127.0.0.1:${schoolPort}` }),
    );
  };
  const [greeting] = await Promise.all([school.greeting, startWeb()]);
  console.log(greeting.trimEnd());
  console.log(`· Ready on ${runtime} in ${seconds()}. What you save changes in the open page.`);
};

const runDesktop = async (): Promise<void> => {
  const { whatIsMissing } = await import("../desktop/what-is-missing.ts");
  const missing = whatIsMissing();
  if (missing !== null) throw new Error(missing);
  const { host } = options;
  const port = await freePort(options.port, host);
  const publicUrl = `http://${host}:${port}`;
  const school = startDevSchool({ host, port, publicUrl });
  stops.push(school.stop);
  console.log((await school.greeting).trimEnd());
  const app = spawn(process.execPath, ["scripts/desktop/run.ts"], {
    cwd: path.join(import.meta.dirname, "..", ".."),
    env: { ...process.env, FILE_SERVER: `${publicUrl}/api` },
    stdio: "inherit",
  });
  stops.push(async () => app.kill("SIGTERM"));
  app.once("exit", (code) => void end(code ?? 1));
};

try {
  await (options.app === "desktop" ? runDesktop() : runWeb());
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  await end(1);
}
