import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { Runtime } from "../build/shared.ts";

const HELP = `
The web app is at http://127.0.0.1:8080/: a saved component or style changes in the open page, and
the school starts again when a file of its changes. Settings are those of \`npm start\`: PORT, HOST,
DATA_DIR and the rest.

desktop opens the desktop app's hybrid build on the runtime in neutralino/bin, with the demo school.
`;

const portOf = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
};

export interface DevOptions {
  app: "web" | "desktop";
  runtime: Runtime;
  /** Where the app is to be found. 0: any port that is free. */
  port: number;
  host: string;
}

/** Reads the words after `npm run dev --`; prints help or a one-line error and ends the process. */
export const readDevOptions = (words: readonly string[], env: NodeJS.ProcessEnv): DevOptions => {
  const command = new Command("npm run dev --")
    .description("Starts the demo school and an app for whoever works on them.")
    .addArgument(new Argument("[app]", "which app").choices(["web", "desktop"]).default("web"))
    .addOption(
      new Option("--runtime <name>", "what the web app runs on")
        .choices(["preact", "react"])
        .default("preact"),
    )
    .addOption(
      new Option("--port <number>", "where to find it; PORT is the same")
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
