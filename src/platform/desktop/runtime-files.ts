import { filesystem } from "@neutralinojs/lib";
import * as v from "valibot";
import { isSafePath } from "../../lib/is-safe-path.ts";
import type { Folder, ReadableFolder } from "../ports.ts";
import { fromBase64 } from "./base64.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

/** One answer of the runtime: long enough to be quick, short enough for nobody to wait. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** Bytes of a file from one place to another. */
export type ReadBytes = (
  path: string,
  from: number,
  to: number,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Through the runtime's socket. @throws the runtime's failure; fewer bytes where the file is cut */
export const socketBytes =
  (socket: RuntimeSocket, root: string): ReadBytes =>
  async (path, from, to) => {
    const bytes = new Uint8Array(to - from);
    let filled = 0;
    while (filled < bytes.length) {
      const size = Math.min(PIECE_BYTES, bytes.length - filled);
      const piece = fromBase64(
        String(
          await socket.call("filesystem.readBinaryFile", {
            path: `${root}/${path}`,
            pos: from + filled,
            size,
          }),
        ),
      );
      if (piece.length === 0) return bytes.slice(0, filled);
      bytes.set(piece, filled);
      filled += piece.length;
    }
    return bytes;
  };

const stats = v.object({ isFile: v.boolean(), size: v.number() });

/**
 * Reads of a folder anywhere on this machine.
 * @param root its absolute path, without a slash at the end
 * @param readBytes asked only for what is there
 */
export const readableFolder = (
  socket: RuntimeSocket,
  root: string,
  readBytes: ReadBytes,
): ReadableFolder & Pick<Folder, "folders"> => {
  const size: ReadableFolder["size"] = async (path) => {
    if (!isSafePath(path)) return null;
    // Asked for every file at a start and in a sync: the library's own call costs more than its answer.
    const found = await socket
      .call("filesystem.getStats", { path: `${root}/${path}` })
      .catch(() => null);
    return v.is(stats, found) && found.isFile ? found.size : null;
  };

  const entriesIn = async (path: string, type: "FILE" | "DIRECTORY"): Promise<string[] | null> => {
    if (path !== "" && !isSafePath(path)) return null;
    try {
      const entries = await filesystem.readDirectory(path === "" ? root : `${root}/${path}`);
      return entries.filter((each) => each.type === type).map(({ entry }) => entry);
    } catch {
      return null;
    }
  };

  return {
    size,

    async read(path, range) {
      const whole = await size(path);
      if (whole === null) return null;
      const from = range?.from ?? 0;
      const to = Math.min(whole, range ? from + range.length : whole);
      return to > from ? readBytes(path, from, to).catch(() => null) : new Uint8Array();
    },

    list: async (path) => (await entriesIn(path, "FILE")) ?? [],
    folders: (path) => entriesIn(path, "DIRECTORY"),
  };
};
