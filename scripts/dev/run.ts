import { enableCompileCache } from "node:module";
import { createServer } from "node:net";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { Runtime } from "../build/shared.ts";
import { startDevSchool } from "./school.ts";

/**
 * Checks that a port is free; 0 stands for any.
 * @returns the port
 * @throws an Error with a message for the developer if it is in use
 */
const freePort = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", () =>
      reject(
        new Error(
          `Port ${port} is already in use. Set PORT to another port, or stop the program that uses it.`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });

const HELP = `
The web app is at http://127.0.0.1:8080/. Saved components and styles are replaced in the open page,
and the school restarts when one of its files changes. The settings are those of \`npm start\`: PORT, HOST,
DATA_DIR and the rest.

desktop opens the hybrid desktop app on the runtime in neutralino/bin, with the demo school. A saved
change reloads its page.
`;

const portOf = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
};

interface DevOptions {
  app: "web" | "desktop";
  runtime: Runtime;
  /** The port of the app. 0: any free port. */
  port: number;
  host: string;
}

/** Parses the arguments after `npm run dev --`. Prints help or a one-line error and exits. */
const readDevOptions = (words: readonly string[], env: NodeJS.ProcessEnv): DevOptions => {
  const command = new Command("npm run dev --")
    .description("Starts the demo school and an app for development.")
    .addArgument(new Argument("[app]", "which app").choices(["web", "desktop"]).default("web"))
    .addOption(
      new Option("--runtime <name>", "runtime of the web app")
        .choices(["preact", "react"])
        .default("preact"),
    )
    .addOption(
      new Option("--port <number>", "port of the app; PORT does the same")
        .default(8080)
        .argParser(portOf),
    )
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", HELP)
    .parse([...words], { from: "user" });
  const { runtime, port } = command.opts<{ runtime: Runtime; port: number }>();
  return {
    app: command.processedArgs[0],
    runtime,
    port: command.getOptionValueSource("port") === "default" && env.PORT ? portOf(env.PORT) : port,
    host: env.HOST || "127.0.0.1",
  };
};

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
