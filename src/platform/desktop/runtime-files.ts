import { filesystem } from "@neutralinojs/lib";
import { staysInside } from "../../lib/stays-inside.ts";
import type { ReadableFolder } from "../ports.ts";
import { fromBase64 } from "./base64.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

/** One answer of the runtime: long enough to be quick, short enough for nobody to wait. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** @throws the runtime's failure, where there is no such file */
const sizeOf = async (file: string): Promise<number | null> => {
  const { isFile, size } = await filesystem.getStats(file);
  return isFile ? size : null;
};

/** Reads of a folder anywhere on this machine, through the runtime. */
export const readableFolder = (socket: RuntimeSocket, root: string): ReadableFolder => {
  const size: ReadableFolder["size"] = async (path) =>
    staysInside(path) ? sizeOf(`${root}/${path}`).catch(() => null) : null;

  const piece = async (path: string, pos: number, length: number) => {
    const text = await socket.call("filesystem.readBinaryFile", {
      path: `${root}/${path}`,
      pos,
      size: length,
    });
    return fromBase64(String(text));
  };

  return {
    size,

    async read(path, part) {
      const whole = await size(path);
      if (whole === null) return null;
      const from = part?.from ?? 0;
      const wanted = Math.max(0, Math.min(part?.length ?? whole, whole - from));
      const bytes = new Uint8Array(wanted);
      let filled = 0;
      try {
        while (filled < wanted) {
          const next = await piece(path, from + filled, Math.min(PIECE_BYTES, wanted - filled));
          if (next.length === 0) break;
          bytes.set(next, filled);
          filled += next.length;
        }
      } catch {
        return null;
      }
      return filled < wanted ? bytes.slice(0, filled) : bytes;
    },

    async list(path) {
      if (path !== "" && !staysInside(path)) return [];
      try {
        const entries = await filesystem.readDirectory(path === "" ? root : `${root}/${path}`);
        return entries.filter(({ type }) => type === "FILE").map(({ entry }) => entry);
      } catch {
        return [];
      }
    },
  };
};
