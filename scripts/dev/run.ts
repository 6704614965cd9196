import { enableCompileCache } from "node:module";
import { freePort } from "./free-port.ts";
import { readDevOptions } from "./options.ts";
import { startDevSchool } from "./school.ts";

// Enabled before the other modules are loaded, so that they load much faster.
enableCompileCache();

const stops: (() => Promise<unknown>)[] = [];
let ending: Promise<never> | undefined;

/** Stops everything that was started. Ctrl-C in a terminal asks for it several times. */
const end = (code: number): Promise<never> => {
  ending ??= Promise.allSettled(stops.map((stop) => stop())).then(() => process.exit(code));
  return ending;
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
  console.log(`· Ready on ${runtime} in ${seconds()}. A saved change appears in the open page.`);
};

const runDesktop = async (): Promise<void> => {
  const { checkPrerequisites } = await import("../desktop/check-prerequisites.ts");
  const missing = checkPrerequisites();
  if (missing !== null) throw new Error(missing);
  const { host } = options;
  const port = await freePort(options.port, host);
  const publicUrl = `http://${host}:${port}`;
  const school = startDevSchool({ host, port, publicUrl });
  stops.push(school.stop);
  const { startDevDesktop } = await import("./desktop.ts");
  console.log((await school.greeting).trimEnd());
  const environment = { ...process.env, FILE_SERVER: `${publicUrl}/api` };
  const desktop = startDevDesktop(environment, () =>
    console.log(`· The app opens after ${seconds()}. A saved change reloads its page.`),
  );
  stops.push(desktop.stop);
  await end(await desktop.exit);
};

try {
  await (options.app === "desktop" ? runDesktop() : runWeb());
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  await end(1);
}
