import type { System } from "../../contract/downloads.ts";

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
