import { statSync } from "node:fs";
import { join } from "node:path";
import { appIdOf, type HostConfig } from "./host-config.ts";
import type { HostDisk } from "./host-disk.ts";
import { NativeFailure, type NativeMethod, textOf } from "./native-failure.ts";

export interface HostMachine {
  readonly config: HostConfig;
  readonly disk: HostDisk;
  readonly dataHome: string;
  /** Paths of the page's server with the folders behind them. */
  readonly mounts: Map<string, string>;
  /** Addresses that were opened in the system's browser. */
  readonly opened: string[];
  machineId: () => string;
  /** The person's choice in a dialog, which stays open until then. */
  dialog: () => Promise<string>;
  broadcast: (event: string, data: unknown) => void;
  exit: () => void;
}

const STORAGE_KEY = /^[a-zA-Z-_0-9]{1,50}$/;
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
  "server.getMounts": () => Object.fromEntries(mounts),
});

const storageMethods = ({ config, dataHome, disk }: HostMachine): Record<string, NativeMethod> => {
  const folder = join(dataHome, appIdOf(config), ".storage");
  const file = (data: Parameters<NativeMethod>[0]): string => {
    const key = textOf(data, "key");
    if (!STORAGE_KEY.test(key)) throw new NativeFailure("NE_ST_INVSTKY", String(STORAGE_KEY));
    return join(folder, `${key}.neustorage`);
  };
  const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
  return {
    "storage.getData"(data) {
      const path = file(data);
      if (!isThere(path)) throw new NativeFailure("NE_ST_NOSTKEX", textOf(data, "key"));
      return disk.read(path).bytes.toString();
    },
    "storage.setData"(data) {
      const path = file(data);
      if (!isThere(folder)) disk.createDirectory(folder);
      disk.write(path, Buffer.from(textOf(data, "data")));
    },
    "storage.removeData": (data) => disk.remove(file(data)),
    "storage.getKeys"() {
      if (!isThere(folder)) throw new NativeFailure("NE_ST_NOSTDIR", folder);
      return disk.list(folder, false).map(({ entry }) => entry.replace(/\.neustorage$/, ""));
    },
  };
};

/** The runtime's methods about the machine, apart from files. */
export const machineMethods = (host: HostMachine): Record<string, NativeMethod> => ({
  ...mountMethods(host),
  ...storageMethods(host),
  "os.getPath"(data) {
    const name = textOf(data, "name");
    if (name !== "data") throw new NativeFailure("NE_OS_INVKNPT", name);
    return host.dataHome;
  },
  "os.open": (data) => void host.opened.push(textOf(data, "url")),
  "os.showFolderDialog": () => host.dialog(),
  "os.showSaveDialog": () => host.dialog(),
  "os.showOpenDialog": async () => [await host.dialog()].filter(Boolean),
  "computer.getMachineId": () => host.machineId(),
  "computer.getArch": () => "x64",
  "computer.getOSInfo": () => ({
    name: "Linux",
    description: "Stand-in Linux",
    version: "1.0.0-0",
  }),
  "computer.getKernelInfo": () => ({ variant: "Linux", version: "6.1.0-0" }),
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
  "app.getConfig": () => host.config,
  "app.getProcessId": () => process.pid,
  "app.exit": () => host.exit(),
  "app.killProcess": () => host.exit(),
  "app.broadcast": (data) => host.broadcast(textOf(data, "event"), data.data),
  "events.broadcast": (data) => host.broadcast(textOf(data, "event"), data.data),
  "extensions.getStats": () => ({ loaded: [], connected: [] }),
  "debug.log": () => undefined,
});
