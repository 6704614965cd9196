import { statSync } from "node:fs";
import type { HostDisk } from "./host-disk.ts";
import { NativeFailure, type NativeMethod, textOf } from "./native-failure.ts";

export interface HostMachine {
  readonly disk: HostDisk;
  readonly dataHome: string;
  /** Paths of the page's server with the folders behind them. */
  readonly mounts: Map<string, string>;
  /** Addresses that were opened in the system's browser. */
  readonly opened: string[];
  machineId: () => string;
  /** The person's choice in a dialog, which stays open until then. */
  dialog: () => Promise<string>;
  exit: () => void;
}

const DISK_BYTES = 64_000_000_000;

const normal = (path: string): string =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;

const mountMethods = ({ mounts }: HostMachine): Record<string, NativeMethod> => ({
  "server.mount"(data) {
    const path = normal(textOf(data, "path")) || "/";
    const target = normal(textOf(data, "target"));
    const stats = statSync(target, { throwIfNoEntry: false });
    if (!stats) throw new NativeFailure("NE_FS_NOPATHE", target);
    if (!stats.isDirectory()) throw new NativeFailure("NE_FS_NOTADIR", target);
    if (mounts.has(path)) throw new NativeFailure("NE_SR_MPINUSE", target);
    mounts.set(path, target);
  },
  "server.unmount"(data) {
    const path = normal(textOf(data, "path")) || "/";
    if (!mounts.delete(path)) throw new NativeFailure("NE_SR_NOMTPTH", path);
  },
});

/** The runtime's methods about the machine, apart from files. */
export const machineMethods = (host: HostMachine): Record<string, NativeMethod> => ({
  ...mountMethods(host),
  "os.getPath"(data) {
    const name = textOf(data, "name");
    if (name !== "data") throw new NativeFailure("NE_OS_INVKNPT", name);
    return host.dataHome;
  },
  "os.open": (data) => void host.opened.push(textOf(data, "url")),
  "os.showFolderDialog": () => host.dialog(),
  "os.showSaveDialog": () => host.dialog(),
  "computer.getMachineId": () => host.machineId(),
  "computer.getOSInfo": () => ({
    name: "Linux",
    description: "Stand-in Linux",
    version: "1.0.0-0",
  }),
  "computer.getCPUInfo": () => ({
    vendor: "Stand-in",
    model: "Stand-in processor",
    frequency: 2_000_000_000,
    architecture: "x64",
    logicalThreads: 2,
    physicalCores: 2,
    physicalUnits: 1,
  }),
  "computer.getMemoryInfo": () => ({
    physical: { total: 4_294_967_296, available: 2_147_483_648 },
    virtual: { total: 4_294_967_296, available: 2_147_483_648 },
  }),
  "computer.getDisks": () => [
    // A disk without a mount point comes first, like the firmware disks of a machine.
    { id: 0, vendor: "", model: "", serial: "", mountPoint: "", total: 0, free: 0 },
    {
      id: 1,
      vendor: "Stand-in",
      model: "Stand-in disk",
      serial: "1",
      mountPoint: "/",
      total: DISK_BYTES,
      free: host.disk.room() ?? DISK_BYTES,
    },
  ],
  "app.exit": () => host.exit(),
  "app.killProcess": () => host.exit(),
});
