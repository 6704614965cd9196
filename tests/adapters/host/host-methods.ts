import { statSync } from "node:fs";
import { type NativeData, NativeFailure } from "./host-config.ts";
import type { HostDisk } from "./host-disk.ts";

/** Answers one method; undefined means success without a value. */
type NativeMethod = (data: NativeData) => unknown;
type NativeMethods = Readonly<Record<string, NativeMethod>>;

interface HostMachine {
  readonly disk: HostDisk;
  readonly dataHome: string;
  /** Paths of the page's server with the folders behind them. */
  readonly mounts: Map<string, string>;
  readonly opened: string[];
  machineId: () => string;
  /** The person's choice in a dialog, which stays open until then. */
  dialog: () => Promise<string>;
  onTitle: (title: string) => void;
  exit: () => void;
}

const DISK_BYTES = 64_000_000_000;

/**
 * A required field of a call.
 * @throws a NativeFailure if it is missing
 */
const textOf = (data: NativeData, field: string): string => {
  const value = data[field];
  if (typeof value !== "string") throw new NativeFailure("NE_RT_NATRTER");
  return value;
};

const fileMethods = (disk: HostDisk): NativeMethods => {
  const numberOf = (value: unknown) =>
    typeof value === "number" && value > -1 ? value : undefined;
  const binary = (data: NativeData) => Buffer.from(textOf(data, "data"), "base64");
  return {
    "filesystem.createDirectory": (data) => disk.createDirectory(textOf(data, "path")),
    "filesystem.remove": (data) => disk.remove(textOf(data, "path")),
    "filesystem.readBinaryFile": (data) =>
      disk
        .read(textOf(data, "path"), numberOf(data.pos), numberOf(data.size))
        .bytes.toString("base64"),
    "filesystem.writeFile": (data) =>
      disk.write(textOf(data, "path"), Buffer.from(textOf(data, "data"))),
    "filesystem.writeBinaryFile": (data) => disk.write(textOf(data, "path"), binary(data)),
    "filesystem.appendBinaryFile": (data) => disk.append(textOf(data, "path"), binary(data)),
    "filesystem.readDirectory": (data) => disk.list(textOf(data, "path"), data.recursive === true),
    "filesystem.move": (data) => disk.move(textOf(data, "source"), textOf(data, "destination")),
    "filesystem.getStats": (data) => disk.stats(textOf(data, "path")),
  };
};

const mountMethods = (mounts: Map<string, string>): NativeMethods => {
  const pathIn = (data: NativeData, field: string) => textOf(data, field).replace(/(.)\/$/, "$1");
  return {
    "server.mount"(data) {
      const path = pathIn(data, "path");
      const target = pathIn(data, "target");
      const stats = statSync(target, { throwIfNoEntry: false });
      if (!stats) throw new NativeFailure("NE_FS_NOPATHE");
      if (!stats.isDirectory()) throw new NativeFailure("NE_FS_NOTADIR");
      if (mounts.has(path)) throw new NativeFailure("NE_SR_MPINUSE");
      mounts.set(path, target);
    },
    "server.unmount"(data) {
      if (!mounts.delete(pathIn(data, "path"))) throw new NativeFailure("NE_SR_NOMTPTH");
    },
  };
};

const windowMethods = (onTitle: (title: string) => void): NativeMethods => {
  // As if the person had minimised it, so that there is something to restore.
  const is = { visible: false, fullScreen: false, minimized: true };
  let place: NativeData = { x: 50, y: 50 };
  let size: NativeData = { width: 1180, height: 800, minWidth: 360, minHeight: 480 };
  const sets = (change: Partial<typeof is>) => () => void Object.assign(is, change);
  return {
    "clipboard.readText": () => "from the clipboard",
    "window.isMinimized": () => is.minimized,
    "window.unminimize": sets({ minimized: false }),
    "window.focus": () => undefined,
    "window.isFullScreen": () => is.fullScreen,
    "window.setFullScreen": sets({ fullScreen: true }),
    "window.exitFullScreen": sets({ fullScreen: false }),
    "window.isVisible": () => is.visible,
    "window.show": sets({ visible: true }),
    "window.hide": sets({ visible: false }),
    "window.setTitle": ({ title }) => onTitle(String(title)),
    "window.getPosition": () => place,
    "window.move"(data) {
      place = data;
    },
    // GTK may use the size in which a window first appeared as its minimum.
    "window.getSize": () =>
      is.visible ? size : { ...size, width: size.minWidth, height: size.minHeight },
    "window.setSize"(data) {
      size = { ...size, ...data };
    },
  };
};

export const hostMethods = (host: HostMachine): NativeMethods => ({
  ...fileMethods(host.disk),
  ...mountMethods(host.mounts),
  ...windowMethods(host.onTitle),
  "os.getPath"(data) {
    if (textOf(data, "name") !== "data") throw new NativeFailure("NE_OS_INVKNPT");
    return host.dataHome;
  },
  "os.open": (data) => void host.opened.push(textOf(data, "url")),
  "os.showFolderDialog": () => host.dialog(),
  "os.showSaveDialog": () => host.dialog(),
  "computer.getMachineId": () => host.machineId(),
  "computer.getOSInfo": () => ({ name: "Linux", description: "Stand-in Linux" }),
  "computer.getCPUInfo": () => ({ model: "Stand-in processor", logicalThreads: 2 }),
  "computer.getMemoryInfo": () => ({ physical: { total: 4_294_967_296 } }),
  "computer.getDisks": () => [
    // A disk without a mount point comes first, like the firmware disks of a machine.
    { mountPoint: "", total: 0, free: 0 },
    { mountPoint: "/", total: DISK_BYTES, free: host.disk.room() ?? DISK_BYTES },
  ],
  "app.exit": () => host.exit(),
  "app.killProcess": () => host.exit(),
});
