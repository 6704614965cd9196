import { type ServerProcess, startServerProcess } from "./server-process.ts";
import { FIXTURE } from "./test-school.ts";

/** A running demo, which `end` ends as Ctrl-C does. */
export type DemoProcess = Omit<ServerProcess, "end"> & { end: () => Promise<number | null> };

/** Starts what `npm start` starts, on a free port, with the fixture's content unless told otherwise. */
export const startDemo = async (dataDir: string, variables: Record<string, string> = {}) => {
  const { end, ...demo } = await startServerProcess(
    ["src/server/demo.ts"],
    { DATA_DIR: dataDir, SCHOOL_DIR: FIXTURE, ...variables },
    (said) =>
      said.includes("Press Ctrl-C to stop it.")
        ? ((/listens at (\S+?)\/\n/.exec(said) ?? /open: (\S+?)\/\n/.exec(said))?.[1] ?? null)
        : null,
  );
  return { ...demo, end: () => end("SIGINT") };
};
