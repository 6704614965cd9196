import { startServerProcess } from "./server-process.ts";
import { FIXTURE } from "./test-school.ts";

/** A running demo in its own process. */
export interface DemoProcess {
  /** The address it announces. */
  address: string;
  /** Everything it has printed. */
  text: string;
  /** Ends it as Ctrl-C does; returns the exit code. */
  end: () => Promise<number | null>;
}

/** Starts what `npm start` starts, on a free port, with the fixture's content unless told otherwise. */
export const startDemo = async (
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<DemoProcess> => {
  const { address, text, end } = await startServerProcess(
    ["src/server/demo.ts"],
    { DATA_DIR: dataDir, SCHOOL_DIR: FIXTURE, ...variables },
    (said) =>
      said.includes("Press Ctrl-C to stop it.")
        ? ((/listens at (\S+?)\/\n/.exec(said) ?? /open: (\S+?)\/\n/.exec(said))?.[1] ?? null)
        : null,
  );
  return { address, text, end: () => end("SIGINT") };
};
