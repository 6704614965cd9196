/** What a file of the content is for: it decides under which name the tree has it. */
export type FileKind = "asset" | "icon" | "assignment" | "glossary";

const FOLDERS: Record<FileKind, string> = {
  asset: "assets",
  icon: "icons",
  assignment: "assignments",
  glossary: "glossary",
};

/**
 * The name of a file in the tree: `assets/PM/dart.svg`, `glossary/dart.svg`.
 * @param product its key, in any case; empty for the glossary's, which are the school's
 */
export const treeName = (kind: FileKind, product: string, title: string): string =>
  [FOLDERS[kind], ...(kind === "glossary" ? [] : [product.toUpperCase()]), title].join("/");

/** Whether a name stays in the folder that it is relative to, on every system. */
export const isTreeName = (name: string): boolean =>
  name.length <= 400 &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file may have them in its name
  !/[\\:*?"<>|\u0000-\u001f]/.test(name) &&
  name.split("/").every((segment) => segment !== "" && !/^\.+$|[. ]$/.test(segment));

/**
 * The name in a tree of the file that the content calls so. Another school's server may lay out its
 * tree in its own way: then the one name that ends in the title counts.
 * @param names all names of the tree
 */
export const findTreeName = (
  names: Iterable<string>,
  kind: FileKind,
  product: string,
  title: string,
): string | null => {
  const wanted = treeName(kind, product, title);
  const ending: string[] = [];
  for (const name of names) {
    if (name === wanted) return name;
    if (name === title || name.endsWith(`/${title}`)) ending.push(name);
  }
  const score = (name: string) => {
    const segments = name.toLowerCase().split("/");
    const has = (segment: string) => Number(segments.includes(segment.toLowerCase()));
    return has(FOLDERS[kind]) * 2 + has(kind) * 2 + (product ? has(product) : 0);
  };
  return ending.toSorted((a, b) => score(b) - score(a))[0] ?? null;
};
