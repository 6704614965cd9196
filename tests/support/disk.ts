import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const mount = (options: string, folder: string): boolean =>
  spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" })
    .status === 0;

/**
 * Mounts a small disk of this many kilobytes over a folder.
 * @returns null if this machine does not allow mounting
 */
export const mountDisk = (folder: string, kilobytes: number) => {
  mkdirSync(folder, { recursive: true });
  if (!mount(`size=${kilobytes}k`, folder)) return null;
  return {
    grow: () => mount("remount,size=256m", folder),
    /** Makes it writable or read-only for everybody. */
    setWritable: (writable: boolean) => mount(`remount,${writable ? "rw" : "ro"}`, folder),
    // Works while the app still has a file of it open.
    remove: () => void spawnSync("umount", ["-l", folder], { stdio: "ignore" }),
  };
};
