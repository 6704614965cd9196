import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { type HostConfig, OPEN_CONFIG } from "./host-config.ts";
import { runtimeFile, runtimes } from "./start-runtime.ts";

interface Answer {
  readonly success?: true;
  readonly returnValue?: unknown;
  readonly error?: { readonly code: string };
}

/** A client of the runtime's socket without a page. It takes the token, which is given once. */
const connectTo = async (address: string) => {
  const globals = await (await fetch(`${address}/__neutralino_globals.js`)).text();
  const token = /NL_TOKEN=["']([^"']*)["']/.exec(globals)?.[1] ?? "";
  /** Where the socket is, with the token in it. */
  const url = `${address.replace("http", "ws")}?connectToken=${token.split(".")[1]}`;
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  const waiting = new Map<string, (answer: Answer) => void>();
  /** The methods that were answered, in order. */
  const answered: string[] = [];
  socket.on("message", (message) => {
    const { id, method, event, data } = JSON.parse(String(message));
    if (event) return;
    answered.push(method);
    waiting.get(id)?.(data);
  });
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  await once(socket, "open");
  const call = (method: string, data: Record<string, unknown> = {}, accessToken = token) =>
    new Promise<Answer>((resolve) => {
      const id = String(waiting.size);
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, data, accessToken }));
    });
  return { globals, url, answered, closed, call };
};

/** Starts an app with a page and a script, and a folder for its data. */
const start = async (run: (typeof runtimes)[string], config?: HostConfig) => {
  const whole = mkdtempSync(path.join(tmpdir(), "runtime-"));
  onTestFinished(() => rmSync(whole, { recursive: true, force: true }));
  const [documentRoot, dataHome] = [path.join(whole, "app"), path.join(whole, "data")];
  // The runtime creates its own folder beside it.
  const folder = path.join(dataHome, "work");
  for (const each of [documentRoot, folder]) mkdirSync(each, { recursive: true });
  writeFileSync(path.join(documentRoot, "index.html"), "the app");
  writeFileSync(path.join(documentRoot, "page.js"), "the script");
  const { address, close } = await run({ documentRoot, dataHome, ...(config && { config }) });
  onTestFinished(close);
  const get = async (url: string, range?: string) => {
    const response = await fetch(address + url, { headers: range ? { range } : {} });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return { ...(await connectTo(address)), get, address, folder };
};

const opens = async (url: string, options?: ClientOptions): Promise<boolean> => {
  const socket = new WebSocket(url, options);
  // The stand-in exits when one of two sockets closes, so it stays open until the test ends.
  onTestFinished(() => socket.terminate());
  return new Promise<boolean>((resolve) => {
    socket.on("open", () => resolve(true));
    socket.on("error", () => resolve(false));
  });
};

/** Reads an address under another name of this machine, which `fetch` cannot. */
const getAs = (host: string, url: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(url, { agent: false, headers: { host } }, async (response) => {
      resolve({ status: response.statusCode, text: await text(response) });
    })
      .on("error", reject)
      .end();
  });

const ANY = expect.any(String);
const NO_TOKEN = expect.stringMatching(/NL_TOKEN=["']["']/);

describe.each(Object.entries(runtimes))("%s for the desktop", (_, run) => {
  test("gives its token once, and answers nobody without it", async () => {
    const { globals, get, call, address } = await start(run);
    expect(globals).toMatch(/NL_TOKEN=["'][\w-]+\.[\w.-]+["']/);
    expect(await get("/__neutralino_globals.js")).toMatchObject({ text: NO_TOKEN });
    expect(await call("os.getPath", { name: "data" }, "guessed")).toMatchObject({
      error: { code: "NE_RT_INVTOKN" },
    });
    const socket = address.replace("http", "ws");
    for (const query of ["", "?connectToken=", "?connectToken=guessed"]) {
      expect(await opens(socket + query), query).toBe(false);
    }
  });

  test("opens no socket for the page of a site whose name leads to this machine", async () => {
    const { url } = await start(run);
    const { port } = new URL(url);
    for (const name of ["rebound.example", "localhost", "127.0.0.1"]) {
      const isOwn = name !== "rebound.example";
      expect(await opens(url, { headers: { host: `${name}:${port}` } }), name).toBe(isOwn);
    }
  });

  test("does not ask under which name its files are read, but keeps its token and folders from strangers", async () => {
    const { address, call, folder } = await start(run);
    writeFileSync(path.join(folder, "private.txt"), "private");
    await call("server.mount", { path: "/unguessable", target: folder });
    const read = (url: string) => getAs(`rebound.example:${new URL(address).port}`, address + url);
    expect(await read("/page.js")).toMatchObject({ status: 200, text: "the script" });
    expect(await read("/__neutralino_globals.js")).toMatchObject({ text: NO_TOKEN });
    expect(await read("/private.txt")).toMatchObject({ status: 404 });
    expect(await read("/unguessable/private.txt")).toMatchObject({ status: 200 });
    await call("server.unmount", { path: "/unguessable" });
    for (const gone of ["private.txt", "..%2Fwork%2Fprivate.txt"]) {
      expect(await read(`/unguessable/${gone}`)).toMatchObject({ status: 404 });
    }
  });

  test("carries out allowed calls, and names what is wrong with others", async () => {
    const nativeAllowList = ["os.getPath", "computer.*", "filesystem.no"];
    const { call, folder } = await start(run, { ...OPEN_CONFIG, nativeAllowList });
    expect(await call("os.getPath", { name: "data" })).toEqual({
      success: true,
      returnValue: path.dirname(folder),
    });
    expect(await call("computer.getMachineId")).toMatchObject({ success: true });
    for (const [method, data, code] of [
      ["filesystem.remove", { path: folder }, "NE_RT_NATPRME"],
      ["filesystem.no", {}, "NE_RT_NATNTIM"],
      ["os.getPath", { name: "nowhere" }, "NE_OS_INVKNPT"],
      ["os.getPath", {}, "NE_RT_NATRTER"],
    ] as const) {
      expect(await call(method, data), method).toMatchObject({ error: { code } });
    }
  });

  test("names what is wrong with a folder or a file", async () => {
    const { call, folder } = await start(run);
    for (const [method, data, code] of [
      ["filesystem.createDirectory", { path: folder }, "NE_FS_DIRCRER"],
      ["filesystem.remove", { path: "/none" }, "NE_FS_REMVERR"],
      ["filesystem.readBinaryFile", { path: "/none" }, "NE_FS_FILRDER"],
      ["filesystem.getStats", { path: "/none" }, "NE_FS_NOPATHE"],
      ["filesystem.readDirectory", { path: "/none" }, "NE_FS_NOPATHE"],
      ["filesystem.writeBinaryFile", { path: "/none/a", data: "" }, "NE_FS_FILWRER"],
      ["filesystem.move", { source: "/none", destination: "/a" }, "NE_FS_MOVEERR"],
      ["server.mount", { path: "/a", target: "/none" }, "NE_FS_NOPATHE"],
    ] as const) {
      expect(await call(method, data), method).toMatchObject({ error: { code } });
    }
  });

  test("closes the connection at a message of more than 32,000,000 bytes", async () => {
    const { call, closed, folder } = await start(run);
    const write = (bytes: number) =>
      call("filesystem.writeFile", { path: `${folder}/a`, data: "x".repeat(bytes) });
    expect(await write(31_999_000)).toMatchObject({ success: true });
    void write(32_000_000);
    await closed;
  });

  test("answers one call after the other, in their order, but none with half a character", async () => {
    const { call, answered, folder } = await start(run);
    const path = `${folder}/a`;
    void call("filesystem.writeFile", { path, data: "half \ud83e" });
    const data = Buffer.alloc(3_000_000).toString("base64");
    await Promise.all([
      call("filesystem.writeBinaryFile", { path, data }),
      call("filesystem.readBinaryFile", { path }),
      call("os.getPath", { name: "data" }),
    ]);
    expect(answered).toEqual([
      "filesystem.writeBinaryFile",
      "filesystem.readBinaryFile",
      "os.getPath",
    ]);
  });

  test("serves the app, its page for whatever has no dot, and a mounted folder in ranges, with the configured headers", async () => {
    const serverHeaders = { "Cross-Origin-Resource-Policy": "same-origin" };
    const { get, call, folder } = await start(run, { ...OPEN_CONFIG, serverHeaders });
    mkdirSync(path.join(folder, "in"));
    writeFileSync(path.join(folder, "in", "a b.cache"), "0123456789");
    writeFileSync(path.join(folder, "outside.txt"), "outside");
    const mount = () => call("server.mount", { path: "/files", target: `${folder}/in` });
    expect(await mount()).toMatchObject({ success: true });
    expect(await mount()).toMatchObject({ error: { code: "NE_SR_MPINUSE" } });
    for (const [url, range, status, said] of [
      ["/", undefined, 200, "the app"],
      ["/lessons/1?a=b.c", undefined, 200, "the app"],
      ["/page.js", undefined, 200, "the script"],
      ["/none.js", undefined, 404, ANY],
      ["/__neutralino_globals.js", undefined, 200, NO_TOKEN],
      ["/files/a%20b.cache", undefined, 200, "0123456789"],
      ["/files/a%20b.cache", "bytes=2-4", 206, "234"],
      ["/files/a%20b.cache", "bytes=8-", 206, "89"],
      ["/files/a%20b.cache", "bytes=10-", 416, ANY],
      ["/files/..%2Foutside.txt", undefined, 200, "outside"],
      ["/files/none.cache", undefined, 404, ANY],
    ] as const) {
      const answer = await get(url, range);
      expect(answer, `${url} ${range}`).toMatchObject({ status, text: said });
      expect(answer.headers.get("cross-origin-resource-policy"), url).toBe("same-origin");
      if (status === 206)
        expect(answer.headers.get("content-range")).toMatch(/^bytes [28]-[49]\/10$/);
    }
    expect((await get("/page.js")).headers.get("content-type")).toBe("application/javascript");
  });
});

if (!runtimeFile) test.skip("on the real runtime: none lies in neutralino/bin", () => undefined);
