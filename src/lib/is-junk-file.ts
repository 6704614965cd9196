/** Names of files and folders that systems leave behind, in lower case, by system. */
const NAMES: ReadonlySet<string> = new Set(
  [
    // Windows
    "thumbs.db/thumbs.db:encryptable/ehthumbs.db/ehthumbs_vista.db/desktop.ini",
    "$recycle.bin/system volume information",
    // macOS; what begins with a dot, such as .DS_Store and ._NAME, is below
    "__macosx/icon\r/icon\uf00d/network trash folder/temporary items",
    // network storage, and repaired disks
    "@eadir/@recycle/#recycle/lost+found",
  ].flatMap((names) => names.split("/")),
);

/**
 * Hidden files such as `.git` and `.x.swp`; the lock and temporary files of office programs, `~$x.docx` and
 * `~WRL0001.tmp`; copies that editors make, `x~`, `#x#` and `x.swp`.
 */
const PATTERN = /^(?:\.(?!\.?$)|~\$|~.*\.tmp$|#.*#$)|(?:~|\.sw[n-p])$/i;

/**
 * Whether a file is none of its author's, but was left behind by a system or program. Such files are
 * passed over wherever content is read.
 * @param path relative, joined by `/`; a file in a folder of that kind is one, too
 */
export const isJunkFile = (path: string): boolean =>
  path.split("/").some((name) => NAMES.has(name.toLowerCase()) || PATTERN.test(name));
