import { os } from "@neutralinojs/lib";
import type { Dialogs } from "../ports.ts";
import { readableFolder, socketBytes } from "./runtime-files.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

/**
 * The system's own dialogs. Where a Linux has none to show, nothing is chosen: the runtime says no
 * more than that.
 */
export const createDialogs = (socket: RuntimeSocket): Dialogs => ({
  async chooseFolder(title) {
    const path = await os.showFolderDialog(title).catch(() => "");
    // The root of a disk keeps nothing before its slash.
    if (!path) return null;
    const root = path.replace(/\/+$/, "");
    return readableFolder(socket, root, socketBytes(socket, root));
  },
});
