import type { System } from "../../contract/downloads.ts";

/** Where the Debian package puts the app; see `debian-package.ts`. */
const DEBIAN = /^\/usr\/lib\//;

/**
 * What kind of package an installation came from.
 * @param os as the runtime names it: `Linux`, `Windows`, `Darwin`
 * @param folder of the program
 * @returns how the names of packages for it end, the best first
 */
export const systemOf = (
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
