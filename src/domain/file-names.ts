/** The use of a content file. It decides the file's folder in the tree. */
export type FileKind = "asset" | "icon" | "assignment" | "glossary";

const FOLDERS: Record<FileKind, string> = {
  asset: "assets",
  icon: "icons",
  assignment: "assignments",
  glossary: "glossary",
};

/**
 * The name of a file in the tree, in NFC: `assets/PM/dart.svg`, `glossary/dart.svg`.
 * @param product its key, in any case; empty for glossary files, which belong to the school
 */
export const treeName = (kind: FileKind, product: string, title: string): string =>
  [FOLDERS[kind], ...(kind === "glossary" ? [] : [product.toUpperCase()]), title]
    .join("/")
    .normalize();

/** In UTF-16 code units, as the contract counts them. */
export const MAX_TREE_NAME_LENGTH = 400;

/** Whether a name is valid in the tree: every system accepts it, and it cannot leave its folder. */
export const isTreeName = (name: string): boolean =>
  name.length <= MAX_TREE_NAME_LENGTH &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file may have them in its name
  !/[\\:*?"<>|\u0000-\u001f]/.test(name) &&
  name.split("/").every((segment) => segment !== "" && !/[. ]$/.test(segment));

/**
 * Finds a content file in the tree. Another school's server may use other folders: then the best
 * name that ends with the title counts. Names are compared in NFC.
 * @param names all names in the tree
 * @returns its name in the tree; null if there is none
 */
export const findTreeName = (
  names: Iterable<string>,
  kind: FileKind,
  product: string,
  title: string,
): string | null => {
  const wanted = treeName(kind, product, title);
  const end = `/${title}`.normalize();
  const ending: string[] = [];
  for (const name of names) {
    const compared = `/${name}`.normalize();
    if (compared === `/${wanted}`) return name;
    if (compared.endsWith(end)) ending.push(name);
  }
  const score = (name: string) => {
    const segments = name.toLowerCase().split("/");
    const has = (segment: string) => Number(segments.includes(segment.toLowerCase()));
    return has(FOLDERS[kind]) * 2 + has(kind) * 2 + (product ? has(product) : 0);
  };
  return ending.toSorted((a, b) => score(b) - score(a))[0] ?? null;
};

const lastSegment = (name: string): string => name.slice(name.lastIndexOf("/") + 1).normalize();

/**
 * Indexes the names of a tree, because a search through thousands for each file is slow.
 * @returns `findTreeName` among these names
 */
export const createTreeIndex = (names: Iterable<string>) => {
  const byLast = new Map<string, string[]>();
  for (const name of names) {
    const last = lastSegment(name);
    const same = byLast.get(last);
    if (same) same.push(name);
    else byLast.set(last, [name]);
  }
  return (kind: FileKind, product: string, title: string): string | null =>
    findTreeName(byLast.get(lastSegment(title)) ?? [], kind, product, title);
};
