import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { Runtime } from "../build/shared.ts";

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

export interface DevOptions {
  app: "web" | "desktop";
  runtime: Runtime;
  /** The port of the app. 0: any free port. */
  port: number;
  host: string;
}

/** Parses the arguments after `npm run dev --`. Prints help or a one-line error and exits. */
export const readDevOptions = (words: readonly string[], env: NodeJS.ProcessEnv): DevOptions => {
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
