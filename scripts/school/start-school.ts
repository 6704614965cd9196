import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.join(import.meta.dirname, "..", "..");
const END_WITH_PARENT = pathToFileURL(path.join(root, "src/server/end-with-parent.mjs")).href;

export type Runtime = "preact" | "react";

export interface SchoolOptions {
  runtime?: Runtime;
  /** The author's folder; absent: the demo school. */
  folder?: string;
  /** Whether it is a school without content, as the commands make it; its accounts are in `dataDir`. */
  isEmpty?: boolean;
  /** The data of an earlier start; absent: a new folder that is deleted at the end. */
  dataDir?: string;
  /** The port of an earlier start; absent: any free port. */
  port?: string;
  /** Whether the demo student has a class; absent: no, and all accounts are new. */
  withClass?: boolean;
  /** Further settings. An empty one stands for its default. */
  settings?: Record<string, string>;
}

/** A school's server in its own process. `await using` stops it at the end of a block. */
export interface RunningSchool extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  url: string;
  dataDir: string;
  pid: number;
  /** Stops it like Ctrl-C and waits until it has ended. Its own data is deleted unless kept. */
  stop(options?: { keepData?: boolean }): Promise<void>;
}

/** Waits until a program has ended. */
export const exited = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });

/** A port of this machine that nobody uses. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

/** Where it listens, which differs from its public address. */
const LISTENS = /listens at (https?:\S+?)\/?\n/;
const OPEN = /open: (https?:\S+?)\/?\n/;
/** In the log of a school that is no demo. */
const LOGGED = /"address":"(https?:[^"]+?)\/?"/;

const addressOf = (child: ChildProcess, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    const listen = (chunk: string) => {
      output += chunk;
      const [, url] = pattern.exec(output) ?? [];
      if (url) resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8");
      stream?.on("data", listen);
    }
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`The school did not start:\n${output}`)));
  });

/**
 * Starts the demo school for a test or a measurement.
 * @throws an Error with the server's output if it does not start
 */
export const startSchool = async (options: SchoolOptions = {}): Promise<RunningSchool> => {
  const { runtime = "preact", folder } = options;
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), "learning-space-"));
  const pattern = options.isEmpty ? LOGGED : options.settings?.PUBLIC_URL ? LISTENS : OPEN;
  const program = options.isEmpty ? ["src/server/cli.ts", "serve"] : ["src/server/demo.ts"];
  const child = spawn(process.execPath, ["--import", END_WITH_PARENT, ...program], {
    cwd: root,
    env: {
      ...process.env,
      // Tests and measurements do with one account in a second what people do in an hour.
      WRITES_PER_MINUTE: "100000000",
      REQUESTS_AT_ONCE: "64",
      // The machine's disk may be fuller than that of a school.
      UPLOADS_RESERVE: "0",
      PORT: options.port ?? "0",
      DATA_DIR: dataDir,
      WEB_DIR: runtime === "preact" ? "dist/online" : `dist/online-${runtime}`,
      DEMO_CLASS: options.withClass ? "1" : "0",
      ...(folder && { SCHOOL_DIR: folder }),
      ...options.settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.channel?.unref();
  // The server must end with this process, also if that is killed.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const stop = async ({ keepData = options.dataDir !== undefined } = {}) => {
    child.kill("SIGTERM");
    await exited(child);
    process.off("exit", end);
    if (!keepData) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return {
      url: await addressOf(child, pattern),
      dataDir,
      pid: child.pid ?? 0,
      stop,
      [Symbol.asyncDispose]: () => stop(),
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Calls of a signed-in account, for measurements. They throw an Error if the status is not 2xx. */
export interface SchoolApi {
  url: string;
  token: string;
  get<Answer>(path: string): Promise<Answer>;
  /** Sends a write with an `Idempotency-Key`. A form is sent as it is. */
  send<Answer>(method: "POST" | "PUT", path: string, body: object): Promise<Answer>;
}

const good = async (response: Response): Promise<Response> => {
  if (response.ok) return response;
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
};

/** Signs in with a demo account by a call; its password is `demo-NAME`. */
export const logIn = async (url: string, name: string, sessionId: string | null = null) => {
  const body = JSON.stringify({ username: name, password: `demo-${name}`, sessionId });
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${url}/api/user/login`, { method: "POST", headers, body });
  return (await (await good(login)).json()) as { token: string; user: unknown };
};

/** The calls of a session. */
export const apiOf = (url: string, token: string): SchoolApi => {
  const authorization = `Bearer ${token}`;
  const call = async <Answer>(path: string, init: RequestInit): Promise<Answer> =>
    (await (await good(await fetch(`${url}/api${path}`, init))).json()) as Answer;
  return {
    url,
    token,
    get: (path) => call(path, { headers: { authorization } }),
    send(method, path, body) {
      const headers = { authorization, "idempotency-key": randomUUID() };
      if (body instanceof FormData) return call(path, { method, headers, body });
      return call(path, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    },
  };
};

/** Signs in with a demo account. */
export const openApi = async (url: string, name: string): Promise<SchoolApi> =>
  apiOf(url, (await logIn(url, name)).token);
