import type { HostDisk } from "./host-disk.ts";
import { type NativeMethod, textOf } from "./native-failure.ts";

/** `filesystem.*` of the runtime. */
export const fileMethods = (disk: HostDisk): Record<string, NativeMethod> => {
  const part = (data: Parameters<NativeMethod>[0]) => {
    const number = (field: string) =>
      typeof data[field] === "number" && data[field] > -1 ? data[field] : undefined;
    return disk.read(textOf(data, "path"), number("pos"), number("size")).bytes;
  };
  const text = (data: Parameters<NativeMethod>[0]) => Buffer.from(textOf(data, "data"));
  const binary = (data: Parameters<NativeMethod>[0]) => Buffer.from(textOf(data, "data"), "base64");
  return {
    "filesystem.createDirectory": (data) => disk.createDirectory(textOf(data, "path")),
    "filesystem.remove": (data) => disk.remove(textOf(data, "path")),
    "filesystem.readBinaryFile": (data) => part(data).toString("base64"),
    "filesystem.writeFile": (data) => disk.write(textOf(data, "path"), text(data)),
    "filesystem.writeBinaryFile": (data) => disk.write(textOf(data, "path"), binary(data)),
    "filesystem.appendBinaryFile": (data) => disk.append(textOf(data, "path"), binary(data)),
    "filesystem.readDirectory": (data) => disk.list(textOf(data, "path"), data.recursive === true),
    "filesystem.move": (data) => disk.move(textOf(data, "source"), textOf(data, "destination")),
    "filesystem.getStats": (data) => disk.stats(textOf(data, "path")),
  };
};
