import { filesystem, os } from "@neutralinojs/lib";
import * as v from "valibot";
import { isSafePath } from "../../lib/is-safe-path.ts";
import type { Dialogs, Folder, ReadableFolder } from "../ports.ts";
import { fromBase64 } from "./base64.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

/** Bytes per message: large enough to be fast, small enough not to delay other calls. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** Reads the bytes of a file from one offset up to another. */
type ReadBytes = (path: string, from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Reads through the runtime's socket. The result is shorter if the file is truncated.
 * @param root absolute path of a folder, without a slash at the end
 * @throws the runtime's error
 */
export const createSocketReader =
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
 * Reads a folder anywhere on this machine.
 * @param root its absolute path, without a slash at the end
 * @param readBytes only called for ranges that exist
 */
export const createReadableFolder = (
  socket: RuntimeSocket,
  root: string,
  readBytes: ReadBytes,
): ReadableFolder & Pick<Folder, "folders"> => {
  const size: ReadableFolder["size"] = async (path) => {
    if (!isSafePath(path)) return null;
    // Called for every file at a start and in a sync, and the library's own call is slow.
    const answer = await socket
      .call("filesystem.getStats", { path: `${root}/${path}` })
      .catch(() => null);
    return v.is(stats, answer) && answer.isFile ? answer.size : null;
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

/**
 * The system's dialogs. On a Linux without a dialog program nothing can be chosen; the runtime reports
 * it like a cancelled dialog.
 */
export const createDialogs = (socket: RuntimeSocket): Dialogs => ({
  async chooseFolder(title) {
    const path = await os.showFolderDialog(title).catch(() => "");
    // The root of a disk is empty without its slash.
    if (!path) return null;
    const root = path.replace(/\/+$/, "");
    return createReadableFolder(socket, root, createSocketReader(socket, root));
  },
});
