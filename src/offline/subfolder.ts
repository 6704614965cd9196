import type { Folder } from "../platform/ports.ts";

/**
 * Restricts a folder to one of its subfolders.
 * @param name path of the subfolder, without a slash at the end
 */
export const subfolder = (folder: Folder, name: string): Folder => {
  // An empty path must stay invalid, as it would name the folder itself.
  const file = (path: string) => `${name}/${path}`;
  const folderAt = (path: string) => (path === "" ? name : file(path));
  return {
    read: (path, range) => folder.read(file(path), range),
    size: (path) => folder.size(file(path)),
    list: (path) => folder.list(folderAt(path)),
    folders: (path) => folder.folders(folderAt(path)),
    write: (path, bytes) => folder.write(file(path), bytes),
    append: (path, bytes, before) => folder.append(file(path), bytes, before),
    move: (from, to) => folder.move(file(from), file(to)),
    remove: (path) => folder.remove(file(path)),
    room: folder.room,
    address: (path) => folder.address(file(path)),
  };
};
