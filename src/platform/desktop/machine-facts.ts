import { computer } from "@neutralinojs/lib";
import type { System } from "../../contract/downloads.ts";
import type { MachineIdentity, Sha256 } from "../ports.ts";

const GIGABYTE = 1024 ** 3;

/** Facts that cannot be determined are left out. */
const orEmpty = (asked: Promise<string>): Promise<string> => asked.catch(() => "");

/** Identifies this machine through the runtime. */
export const createIdentity = (sha256: Sha256): MachineIdentity => ({
  async computerId() {
    const machineId = (await orEmpty(computer.getMachineId())).trim();
    return machineId === "" ? null : sha256(`learning-space\n${machineId}`);
  },
  async hardware() {
    const parts = await Promise.all([
      orEmpty(computer.getOSInfo().then(({ description, name }) => description || name)),
      orEmpty(
        computer.getCPUInfo().then(({ model, logicalThreads }) => `${model} × ${logicalThreads}`),
      ),
      orEmpty(
        computer
          .getMemoryInfo()
          .then(({ physical }) => `${Math.round(physical.total / GIGABYTE)} GB`),
      ),
    ]);
    return parts
      .map((each) => each.trim())
      .filter(Boolean)
      .join(", ");
  },
});

/** Where the Debian package installs the app; see `debian-package.ts`. */
const DEBIAN = /^\/usr\/lib\//;

/**
 * Finds out the system, and the kind of package that the app was installed from.
 * @param os as the runtime names it: `Linux`, `Windows`, `Darwin`
 * @param folder of the program
 * @returns the endings of packages that can update it, best first
 */
export const detectSystem = (
  os: string,
  folder: string,
): { readonly name: System; readonly endings: readonly string[] } => {
  switch (os) {
    case "Windows":
      return { name: "windows", endings: [".exe", ".msi", ".zip"] };
    case "Darwin":
      return { name: "macos", endings: [".zip", ".dmg", ".pkg"] };
    default:
      return { name: "linux", endings: DEBIAN.test(folder) ? [".deb"] : [".zip", ".tar.gz"] };
  }
};

/** The Network Information API, which only some engines have. */
interface Line {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** Connections that are not metered. */
const FREE = new Set(["ethernet", "wifi"]);

/** Whether the connection may be metered; true if the engine does not say. */
export const isMetered = (): boolean => {
  const { connection }: { connection?: Line } = navigator as { connection?: Line };
  return connection?.saveData === true || !FREE.has(connection?.type ?? "");
};
