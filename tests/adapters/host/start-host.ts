import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import {
  appIdOf,
  type HostConfig,
  mayCall,
  type NativeData,
  NativeFailure,
  OPEN_CONFIG,
} from "./host-config.ts";
import { createHostDisk } from "./host-disk.ts";
import { hostMethods } from "./host-methods.ts";
import { createHostPages } from "./host-pages.ts";

export interface HostOptions {
  documentRoot: string;
  /** The system's folder for apps' data; the app's own is created in it. */
  dataHome: string;
  machineId?: string;
  /** The content of `neutralino.config.json`; everything is allowed by default. */
  config?: HostConfig;
  /** Awaited before each call: a slow call delays all others. */
  before?: (method: string, data: NativeData) => Promise<void> | void;
}

const MESSAGE_BYTES = 32_000_000;

const newToken = (): string =>
  `${randomBytes(35).toString("base64url")}.${randomBytes(36).toString("base64url")}`;

/** The runtime's parser fails on half a character; then the page would wait for ever. */
const isReadable = (data: NativeData): boolean =>
  Object.values(data).every((value) => typeof value !== "string" || value.isWellFormed());

/**
 * Stands in for the desktop runtime: serves a build's pages and answers `@neutralinojs/lib` over
 * its socket, on real folders and with its quirks. Each start has its own port, and so its own
 * origin.
 */
export const startHost = async (options: HostOptions) => {
  const { documentRoot, dataHome, config = OPEN_CONFIG, before } = options;
  const disk = createHostDisk();
  const token = newToken();
  const calls: string[] = [];
  const opened: string[] = [];
  const mounts = new Map<string, string>();
  const answers: string[] = [];
  const dialogs: ((path: string) => void)[] = [];
  let machineId = options.machineId ?? "stand-in-machine";
  let alive = true;
  let tokenSent = false;
  let pageCount = 0;
  const pageOf = new Map<WebSocket, number>();
  let windowTitle = "";

  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES });

  const broadcast = (event: string, data: unknown) => {
    for (const client of sockets.clients) client.send(JSON.stringify({ event, data }));
  };

  /** The process has ended: running calls are never answered. */
  const kill = (): void => {
    if (!alive) return;
    alive = false;
    for (const client of sockets.clients) client.terminate();
    server.close();
    server.closeAllConnections();
  };

  const methods = hostMethods({
    disk,
    dataHome,
    mounts,
    opened,
    machineId: () => machineId,
    dialog: () => {
      const answer = answers.shift();
      if (answer !== undefined) return Promise.resolve(answer);
      return new Promise((resolve) => dialogs.push(resolve));
    },
    onTitle: (title) => {
      windowTitle = title;
    },
    exit: kill,
  });

  const globals = (): string => {
    const sent = tokenSent && config.tokenSecurity !== "none";
    tokenSent = true;
    pageCount += 1;
    const { port } = server.address() as AddressInfo;
    const values = {
      OS: "Linux",
      APPID: appIdOf(config),
      APPVERSION: config.version ?? "",
      PORT: port,
      TOKEN: sent ? "" : token,
      CWD: dataHome,
      ARGS: ["neutralino"],
      PATH: dataHome,
      EXTENABLED: false,
      CMETHODS: [],
      ...config.globalVariables,
    };
    return Object.entries(values)
      .map(([name, value]) => `var NL_${name}=${JSON.stringify(value)};`)
      .join("");
  };

  const pages = createHostPages({
    disk,
    documentRoot: documentRoot.replace(/\/$/, ""),
    singlePageServe: config.singlePageServe ?? false,
    mounts,
    globals,
  });

  let last: Promise<void> = Promise.resolve();
  /** One thread handles all calls, one after the other. */
  const inTurn = (work: () => Promise<void> | void): void => {
    last = last.then(async () => {
      if (alive) await work();
    });
  };

  const perform = async (method: string, data: NativeData, accessToken: unknown) => {
    if (accessToken !== token) throw new NativeFailure("NE_RT_INVTOKN");
    if (!config.enableNativeAPI) throw new NativeFailure("NE_RT_APIPRME");
    if (!mayCall(config, method)) throw new NativeFailure("NE_RT_NATPRME");
    const run = methods[method];
    if (!run) throw new NativeFailure("NE_RT_NATNTIM");
    return run(data);
  };

  const answer = async (client: WebSocket, message: string): Promise<void> => {
    const { id, method, data, accessToken } = JSON.parse(message);
    if (!isReadable(data ?? {})) return;
    calls.push(method);
    await before?.(method, data ?? {});
    if (!alive) return;
    let outcome: unknown;
    try {
      const returnValue = await perform(method, data ?? {}, accessToken);
      outcome = { success: true, ...(returnValue === undefined ? {} : { returnValue }) };
    } catch (error) {
      const known = error instanceof NativeFailure;
      const { code, message } = known ? error : new NativeFailure("NE_RT_NATRTER");
      outcome = { error: { code, message } };
    }
    if (alive) client.send(JSON.stringify({ id, method, data: outcome }));
  };

  server.on("request", (request, response) => {
    inTurn(() => {
      const { status, headers, body } = pages(request.url ?? "/", request.headers.range);
      response.writeHead(status, { ...headers, ...config.serverHeaders, Connection: "close" });
      response.end(body);
    });
  });

  server.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const host = request.headers.host?.replace(/:\d+$/, "") ?? "";
    const isNamed = host === "localhost" || host === "127.0.0.1";
    if (!isNamed || url.searchParams.get("connectToken") !== token.split(".")[1]) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      // A message that is too long closes the connection without an answer.
      client.on("error", () => client.terminate());
      client.on("message", (message) => inTurn(() => answer(client, String(message))));
      const page = pageCount;
      pageOf.set(client, page);
      client.on("close", () => {
        pageOf.delete(client);
        if (!alive) return;
        // It notifies the other connections, and a closed one ends the process: a page has one
        // connection. On a loaded machine that of a page that is left may close after the next one has opened its own.
        if ([...pageOf.values()].includes(page)) {
          kill();
          return;
        }
        broadcast("appClientDisconnect", sockets.clients.size);
        broadcast("clientDisconnect", sockets.clients.size);
      });
      broadcast("appClientConnect", sockets.clients.size);
      broadcast("clientConnect", sockets.clients.size);
    });
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** Where the app is served, without a slash at the end. */
    address,
    /** The app's data folder, as the runtime names it. */
    dataFolder: `${dataHome}/${appIdOf(config)}`,
    /** The methods that pages have called, in order. */
    calls,
    opened: (): readonly string[] => opened,
    /** The title in the window's frame; empty: the one of the app's configuration. */
    windowTitle: () => windowTitle,
    disk,
    kill,
    /** Ends the process after the running calls. */
    async close(): Promise<void> {
      await Promise.race([last, new Promise((resolve) => setTimeout(resolve, 1000))]);
      kill();
    },
    setMachineId(id: string): void {
      machineId = id;
    },
    /** Answers the dialog that is open, else the next one; "" cancels it. */
    answerDialog(path: string): void {
      const choose = dialogs.shift();
      if (choose) choose(path);
      else answers.push(path);
    },
    broadcast,
  };
};

export type Host = Awaited<ReturnType<typeof startHost>>;
