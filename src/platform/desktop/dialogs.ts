import { os } from "@neutralinojs/lib";
import type { Dialogs } from "../ports.ts";
import { createReadableFolder, createSocketReader } from "./runtime-files.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

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
