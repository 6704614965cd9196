import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const mount = (options: string, folder: string): boolean =>
  spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" })
    .status === 0;

/**
 * Lays a disk of its own, of so many kilobytes, over a folder.
 * @returns null where this machine does not let one do that
 */
export const layDisk = (folder: string, kilobytes: number) => {
  mkdirSync(folder, { recursive: true });
  if (!mount(`size=${kilobytes}k`, folder)) return null;
  return {
    grow: () => mount("remount,size=256m", folder),
    /** Whether anything may be written to it, by whomever. */
    setWritable: (writable: boolean) => mount(`remount,${writable ? "rw" : "ro"}`, folder),
    // Also where the app has still a file of it open.
    remove: () => void spawnSync("umount", ["-l", folder], { stdio: "ignore" }),
  };
};
