import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
};

/** The app's process. */
export interface RunningRuntime {
  /** Where its page is served, without a slash at the end. */
  address: string;
  /** Ends it at once, as a crash does. */
  kill: () => Promise<void>;
}

/**
 * Starts the desktop app's own runtime without a window: it serves page and calls, for any browser.
 * @param app folder of the app as it is laid out
 * @param dataHome folder in which apps keep their data
 * @throws Error when it ends, or does not answer within 15 s
 */
export const startRuntime = async (
  binary: string,
  app: string,
  dataHome: string,
): Promise<RunningRuntime> => {
  const port = await freePort();
  const child = spawn(
    binary,
    [`--path=${app}`, "--load-dir-res", "--mode=browser", `--port=${port}`],
    {
      cwd: app,
      // It would open the machine's browser; on this path it finds none.
      env: { HOME: dataHome, XDG_DATA_HOME: dataHome, PATH: path.join(app, "no-programs") },
      stdio: "ignore",
    },
  );
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const gone = once(child, "exit");
  const address = `http://127.0.0.1:${port}`;
  const until = Date.now() + 15_000;
  // Asked for the page, not for the script beside it, which has its token once.
  while (
    !(await fetch(`${address}/tls/`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > until) {
      end();
      throw new Error(`The runtime did not start (exit code ${child.exitCode}).`);
    }
    await wait(20);
  }
  return {
    address,
    async kill() {
      end();
      await gone;
      process.off("exit", end);
    },
  };
};
