import { spawn } from "node:child_process";
import path from "node:path";
import { FIXTURE } from "./test-school.ts";

/** A demo that is open, in a process of its own. */
export interface DemoProcess {
  /** Where it says that it listens. */
  address: string;
  /** All that it has said. */
  text: string;
  /** Ends it as Ctrl-C does; gives the exit code. */
  end: () => Promise<number | null>;
}

/** Starts what `npm start` starts, on a free port, with the fixture's content unless told otherwise. */
export const startDemo = (
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<DemoProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["src/server/demo.ts"], {
      cwd: path.join(import.meta.dirname, "../../.."),
      env: {
        PATH: process.env.PATH,
        PORT: "0",
        DATA_DIR: dataDir,
        SCHOOL_DIR: FIXTURE,
        ...variables,
      },
    });
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    const ended = new Promise<number | null>((done) => {
      child.once("exit", (code) => {
        process.off("exit", kill);
        done(code);
      });
    });
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const address = /open: (https?:\S+?)\/\n/.exec(text)?.[1];
      if (address && text.includes("Ctrl-C ends it.")) {
        const end = () => {
          child.kill("SIGINT");
          return ended;
        };
        resolve({ address, text, end });
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    ended.then((code) => reject(new Error(`The demo ended with ${code}: ${text}`)));
  });
