import { computer, filesystem, server } from "@neutralinojs/lib";
import * as v from "valibot";
import { isSafePath } from "../../lib/is-safe-path.ts";
import { Result } from "../../lib/result.ts";
import type { Folder, OpenedDesktop, RandomHex, WriteResult } from "../ports.ts";
import { toBase64 } from "./base64.ts";
import { createReadableFolder, createSocketReader } from "./runtime-files.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

/**
 * Bytes per message. A message of more than 32,000,000 bytes breaks the runtime's connection, and
 * other calls wait while one is processed.
 */
const CHUNK_BYTES = 1024 * 1024;

const disks = v.array(v.object({ mountPoint: v.string(), total: v.number(), free: v.number() }));

/** Fewer bytes than this are read faster through the socket, which is already open. */
const FEW_BYTES = 64 * 1024;

/** The only folder of the app that is served to the page: the content's files. */
const SERVED_FOLDER = "files";

/** Names that the runtime's server handles correctly: it decodes before it looks for `?` and `.`. */
const SERVED = /^[\w./-]*\.[\w-]+$/;

const FORBIDDEN: WriteResult = Result.fail({ kind: "forbidden" });
const NO_ROOM: WriteResult = Result.fail({ kind: "no-room" });
const DONE: WriteResult = Result.ok(null);

const parentOf = (path: string): string => path.split("/").slice(0, -1).join("/");

/** The free bytes of the disk that contains a folder: the one with the longest mount point. */
const freeAt = (root: string, found: unknown): number | null => {
  const decoded = v.safeParse(disks, found);
  if (!decoded.success) return null;
  const slashed = (path: string) => `${path.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
  const [closest] = decoded.output
    .filter(({ mountPoint, total }) => mountPoint !== "" && total > 0)
    .filter(({ mountPoint }) => slashed(root).startsWith(slashed(mountPoint)))
    .toSorted((a, b) => b.mountPoint.length - a.mountPoint.length);
  return closest && closest.free >= 0 ? closest.free : null;
};

/**
 * Opens the app's own folder through the runtime.
 *
 * The content's files are served to the page under a random path that changes at each start. The
 * runtime's server needs no token and is open to path traversal (`..%2F`), so a lesson's HTML, or the
 * page of another program, must not be able to guess an address in it.
 * @param root its absolute path, without a slash at the end; created if it is missing
 */
export const openDesktopFolder = async (
  socket: RuntimeSocket,
  root: string,
  randomHex: RandomHex,
): Promise<Folder> => {
  const mount = `/${randomHex(16)}`;
  // It fails for an existing folder. If it could not be created, the first write fails.
  for (const folder of [root, `${root}/${SERVED_FOLDER}`]) {
    await filesystem.createDirectory(folder).catch(() => undefined);
  }
  const isServed = await server.mount(mount, `${root}/${SERVED_FOLDER}`).then(
    () => true,
    () => false,
  );
  const address = (path: string): string | null => {
    const [folder, ...within] = path.split("/");
    const isThere = isServed && folder === SERVED_FOLDER && SERVED.test(path) && isSafePath(path);
    return isThere ? `${mount}/${within.join("/")}` : null;
  };

  const bySocket = createSocketReader(socket, root);

  /** Large files are read several times faster through the server than through the socket. */
  const byServer = async (url: string, from: number, to: number) => {
    const headers = { Range: `bytes=${from}-${to - 1}` };
    const response = await fetch(url, { cache: "no-store", headers });
    if (response.status !== 206) throw new Error(`The runtime answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  };

  const readable = createReadableFolder(socket, root, async (path, from, to) => {
    const url = to - from < FEW_BYTES ? null : address(path);
    // A browser aborts all requests when the network changes; the socket stays open.
    return url
      ? byServer(url, from, to).catch(() => bySocket(path, from, to))
      : bySocket(path, from, to);
  });

  const send = (method: "writeBinaryFile" | "appendBinaryFile", path: string, bytes: Uint8Array) =>
    socket.call(`filesystem.${method}`, { path: `${root}/${path}` }, toBase64(bytes));

  /** Does work, and if it fails creates the parent folder and tries again. */
  const inFolder = async (path: string, work: () => Promise<unknown>): Promise<boolean> => {
    const works = () =>
      work().then(
        () => true,
        () => false,
      );
    if (await works()) return true;
    const parent = parentOf(path);
    await filesystem.createDirectory(parent ? `${root}/${parent}` : root).catch(() => undefined);
    return works();
  };

  const put = async (
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    before: number | null,
  ): Promise<WriteResult> => {
    const expected = (before ?? 0) + bytes.length;
    let sized: Promise<number | null> | null = null;
    for (let from = 0; from < bytes.length || from === 0; from += CHUNK_BYTES) {
      const chunk = bytes.subarray(from, from + CHUNK_BYTES);
      const method = before === null && from === 0 ? "writeBinaryFile" : "appendBinaryFile";
      const write = () => {
        const written = send(method, path, chunk);
        // The runtime answers in order. Asked only after the answer, the size would wait behind
        // the writes of all other files, and this file's next write with it.
        if (from + CHUNK_BYTES >= bytes.length) sized = readable.size(path);
        return written;
      };
      if (!(await inFolder(path, write))) return FORBIDDEN;
    }
    // A write to a full disk reports success. A runtime that answers out of order is asked again.
    const isWhole = (await sized) === expected || (await readable.size(path)) === expected;
    return isWhole ? DONE : NO_ROOM;
  };

  return {
    ...readable,
    async write(path, bytes) {
      return isSafePath(path) ? put(path, bytes, null) : FORBIDDEN;
    },
    async append(path, bytes, before) {
      if (!isSafePath(path)) return FORBIDDEN;
      return put(path, bytes, before ?? (await readable.size(path)));
    },
    async move(from, to) {
      if (!isSafePath(from) || !isSafePath(to)) return FORBIDDEN;
      const move = () =>
        socket.call("filesystem.move", {
          source: `${root}/${from}`,
          destination: `${root}/${to}`,
        });
      return (await inFolder(to, move)) ? DONE : FORBIDDEN;
    },
    async remove(path) {
      if (!isSafePath(path)) return;
      // It fails if nothing exists at the path.
      await filesystem.remove(`${root}/${path}`).catch(() => undefined);
    },
    async room() {
      return freeAt(root, await computer.getDisks().catch(() => null));
    },
    address,
  };
};

const FOLDER = "page";
const PAGE = "page.html";
const SCRIPT = "page.js";

/**
 * Serves one page to the system's browser through the runtime's own server, which listens on 127.0.0.1 at a
 * random port. The path is random, too, so nobody else can lead a browser there. It is served no longer than the
 * browser needs it: its address is known to that browser and to the school, and the runtime's server is
 * open to path traversal (see `desktop-folder.ts`).
 * @param root the absolute path of the app's folder
 */
export const createPageServer = (
  folder: Folder,
  root: string,
  randomHex: RandomHex,
): OpenedDesktop["servePage"] => {
  const write = async (name: string, text: string): Promise<boolean> =>
    (await folder.write(`${FOLDER}/${name}`, new TextEncoder().encode(text))).ok;
  return async (make) => {
    const { html, script } = make(SCRIPT);
    if (!(await write(PAGE, html)) || !(await write(SCRIPT, script))) return null;
    const path = `/${randomHex(16)}`;
    const isServed = await server.mount(path, `${root}/${FOLDER}`).then(
      () => true,
      () => false,
    );
    if (!isServed) return null;
    return {
      address: `${location.origin}${path}/${PAGE}`,
      stop: () => void server.unmount(path).catch(() => undefined),
    };
  };
};
