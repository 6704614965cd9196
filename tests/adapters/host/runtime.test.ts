import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { runtimeForThisMachine } from "../../../scripts/desktop/runtimes.ts";
import { OPEN_CONFIG } from "./host-config.ts";
import { prepareApp } from "./prepare-app.ts";
import { connectTo } from "./runtime-client.ts";
import { type HostOptions, startHost } from "./start-host.ts";
import { startRuntime } from "./start-runtime.ts";

type Start = (options: HostOptions) => Promise<{ address: string; close: () => Promise<void> }>;

const file = runtimeForThisMachine();

const runtimes: Record<string, Start> = {
  "the stand-in": startHost,
  ...(file && { "the real runtime": (options) => startRuntime(file, options) }),
};

const start = async (run: Start, more: Partial<HostOptions> = {}) => {
  const options = { ...prepareApp(), ...more };
  const runtime = await run(options);
  onTestFinished(() => runtime.close());
  const page = await connectTo(runtime.address);
  onTestFinished(page.close);
  const get = async (url: string, range?: string) => {
    const response = await fetch(runtime.address + url, { headers: range ? { range } : {} });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  // The runtime creates its own folder beside it.
  const folder = path.join(options.dataHome, "work");
  mkdirSync(folder);
  return { ...page, get, address: runtime.address, folder };
};

/** Whether the runtime opens a socket. */
const opens = async (url: string, options?: ClientOptions): Promise<boolean> => {
  const socket = new WebSocket(url, options);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.on("open", () => resolve(true));
    socket.on("error", () => resolve(false));
  });
  // The stand-in exits when one of two sockets closes, so it stays open until the test ends.
  onTestFinished(() => socket.terminate());
  return isOpen;
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

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe.each(Object.entries(runtimes))("%s for the desktop", (_, run) => {
  test("gives its token once, and answers nobody without it", async () => {
    const { globals, get, call, address } = await start(run);
    expect(globals).toMatch(/NL_TOKEN=["'][\w-]+\.[\w.-]+["']/);
    expect((await get("/__neutralino_globals.js")).text).toMatch(/NL_TOKEN=["']["']/);
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
    const elsewhere = { headers: { host: `rebound.example:${port}` } };
    expect(await opens(url, elsewhere)).toBe(false);
    for (const name of ["localhost", "127.0.0.1"]) {
      expect(await opens(url, { headers: { host: `${name}:${port}` } }), name).toBe(true);
    }
  });

  test("does not ask under which name its files are read, but keeps its token and folders from strangers", async () => {
    const { address, call, folder } = await start(run);
    writeFileSync(path.join(folder, "private.txt"), "private");
    await call("server.mount", { path: "/unguessable", target: folder });
    const read = (url: string) => getAs(`rebound.example:${new URL(address).port}`, address + url);
    expect(await read("/page.js")).toMatchObject({ status: 200, text: "the script" });
    expect((await read("/__neutralino_globals.js")).text).toMatch(/NL_TOKEN=["']["']/);
    expect(await read("/private.txt")).toMatchObject({ status: 404 });
    expect(await read("/unguessable/private.txt")).toMatchObject({ status: 200 });
    await call("server.unmount", { path: "/unguessable" });
    expect(await read("/unguessable/private.txt")).toMatchObject({ status: 404 });
    expect(await read("/unguessable/..%2Fwork%2Fprivate.txt")).toMatchObject({ status: 404 });
  });

  test("adds the configured headers to whatever it serves", async () => {
    const headers = { "Cross-Origin-Resource-Policy": "same-origin" };
    const { get, call, folder } = await start(run, {
      config: { ...OPEN_CONFIG, serverHeaders: headers },
    });
    writeFileSync(path.join(folder, "a.cache"), "a");
    await call("server.mount", { path: "/mounted", target: folder });
    for (const url of [
      "/",
      "/page.js",
      "/none.js",
      "/__neutralino_globals.js",
      "/mounted/a.cache",
    ]) {
      const answer = await get(url);
      expect(answer.headers.get("cross-origin-resource-policy"), url).toBe("same-origin");
    }
  });

  test("carries out allowed calls, and names those that are not allowed or unknown", async () => {
    const config = {
      ...OPEN_CONFIG,
      nativeAllowList: ["os.getPath", "computer.*", "filesystem.no"],
    };
    const { call, folder } = await start(run, { config });
    expect(await call("os.getPath", { name: "data" })).toEqual({
      success: true,
      returnValue: path.dirname(folder),
    });
    expect(await call("computer.getMachineId")).toMatchObject({ success: true });
    expect(await call("filesystem.remove", { path: folder })).toMatchObject({
      error: { code: "NE_RT_NATPRME" },
    });
    expect(await call("filesystem.no")).toMatchObject({ error: { code: "NE_RT_NATNTIM" } });
    expect(await call("os.getPath", { name: "nowhere" })).toMatchObject({
      error: { code: "NE_OS_INVKNPT" },
    });
    expect(await call("os.getPath")).toMatchObject({ error: { code: "NE_RT_NATRTER" } });
  });

  test.each([
    ["filesystem.createDirectory", {}, "NE_FS_DIRCRER"],
    ["filesystem.remove", { path: "/none" }, "NE_FS_REMVERR"],
    ["filesystem.readBinaryFile", { path: "/none" }, "NE_FS_FILRDER"],
    ["filesystem.getStats", { path: "/none" }, "NE_FS_NOPATHE"],
    ["filesystem.readDirectory", { path: "/none" }, "NE_FS_NOPATHE"],
    ["filesystem.writeBinaryFile", { path: "/none/a", data: "" }, "NE_FS_FILWRER"],
    ["filesystem.move", { source: "/none", destination: "/a" }, "NE_FS_MOVEERR"],
    ["filesystem.readBinaryFile", {}, "NE_RT_NATRTER"],
    ["server.mount", { target: "/none" }, "NE_FS_NOPATHE"],
  ])("fails at %s of %j", async (method, data, code) => {
    const { call, folder } = await start(run);
    const given = { path: folder, ...data };
    expect(await call(method, given)).toMatchObject({ error: { code } });
  });

  test("closes the connection at a message of more than 32,000,000 bytes", async () => {
    const { call, closed, folder } = await start(run);
    const write = (bytes: number) =>
      call("filesystem.writeFile", { path: `${folder}/a`, data: "x".repeat(bytes) });
    expect(await write(31_999_000)).toMatchObject({ success: true });
    void write(32_000_000);
    await closed;
  });

  test("never splits a character between two answers", async () => {
    const { call, answered, folder } = await start(run);
    void call("filesystem.writeFile", { path: `${folder}/a`, data: "half \ud83e" });
    await call("os.getPath", { name: "data" });
    expect(answered).toEqual(["os.getPath"]);
  });

  test("answers one call after the other, in their order", async () => {
    const { call, answered, folder } = await start(run);
    const path = `${folder}/a`;
    await Promise.all([
      call("filesystem.writeBinaryFile", { path, data: base64("x".repeat(3_000_000)) }),
      call("filesystem.readBinaryFile", { path }),
      call("os.getPath", { name: "data" }),
    ]);
    expect(answered).toEqual([
      "filesystem.writeBinaryFile",
      "filesystem.readBinaryFile",
      "os.getPath",
    ]);
  });

  test("serves the app, and its page for whatever has no dot", async () => {
    const { get } = await start(run);
    expect(await get("/")).toMatchObject({ status: 200, text: "the app" });
    expect(await get("/lessons/1?a=b.c")).toMatchObject({ status: 200, text: "the app" });
    expect(await get("/page.js")).toMatchObject({ status: 200, text: "the script" });
    expect(await get("/none.js")).toMatchObject({ status: 404 });
    expect((await get("/page.js")).headers.get("content-type")).toBe("application/javascript");
  });

  test("serves a folder that is mounted, in ranges, and what lies outside it", async () => {
    const { get, call, folder } = await start(run);
    mkdirSync(path.join(folder, "in"));
    writeFileSync(path.join(folder, "in", "a b.cache"), "0123456789");
    writeFileSync(path.join(folder, "outside.txt"), "outside");
    const mount = () => call("server.mount", { path: "/files", target: `${folder}/in` });
    expect(await mount()).toMatchObject({ success: true });
    expect(await mount()).toMatchObject({ error: { code: "NE_SR_MPINUSE" } });
    expect(await get("/files/a%20b.cache")).toMatchObject({ status: 200, text: "0123456789" });
    const part = await get("/files/a%20b.cache", "bytes=2-4");
    expect(part).toMatchObject({ status: 206, text: "234" });
    expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(await get("/files/a%20b.cache", "bytes=8-")).toMatchObject({ status: 206, text: "89" });
    expect(await get("/files/a%20b.cache", "bytes=10-")).toMatchObject({ status: 416 });
    expect(await get("/files/..%2Foutside.txt")).toMatchObject({ status: 200, text: "outside" });
    expect(await get("/files/none.cache")).toMatchObject({ status: 404 });
  });
});

if (!file) test.skip("on the real runtime: none lies in neutralino/bin", () => undefined);
