import type { TreeFile } from "../../../contract/local-files.ts";
import { type FileReader, mayReadFile } from "../../../domain/file-access.ts";
import { type FileKind, treeName } from "../../../domain/file-names.ts";
import { createByteCache } from "../../byte-cache.ts";
import type { Catalogue } from "../../content/catalogue.ts";
import type { CatalogueFile, CatalogueVariant } from "../../content/catalogue-files.ts";
import type { AssetsByLanguage } from "../../content/lesson-assets.ts";
import { etagOf } from "../../representation.ts";
import { fileUses } from "../../store/serve/file-uses.ts";
import type { ContentShare, ProductShare } from "./content-share.ts";

/** A file of the tree. A photo or film is in the form that the desktop app stores. */
export type FileOfTree = CatalogueFile | CatalogueVariant;

/** The files that a share of the content needs in one language. */
export interface FileTree {
  /** By their names in the tree, sorted by name. */
  readonly files: ReadonlyMap<string, FileOfTree>;
  /** The films themselves, where the tree has a smaller form of them. */
  readonly films: ReadonlyMap<string, FileOfTree>;
  /** Checksum and size by name, as JSON. */
  readonly metas: Buffer;
  /** The checksum of the metas. */
  readonly tag: string;
  readonly weight: number;
}

const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** A reader for whom these courses are completely open, whatever the progress. */
const readerOf = ({ products }: ContentShare): FileReader => ({
  everything: false,
  courses: new Map(
    products.flatMap(({ courses }) =>
      courses.map(({ course }) => [course.props.id, Number.POSITIVE_INFINITY] as const),
    ),
  ),
  handedIn: new Set(),
});

/** The assets in a language, or in the school's first one, which comes first. */
const inLanguage = (assets: AssetsByLanguage, language: string): readonly string[] =>
  assets.get(language) ?? [...assets.values()][0] ?? [];

/**
 * Looks up files by the names that the content uses, and collects those that exist and that the
 * reader may have.
 */
const createCollector = (catalogue: Catalogue, reader: FileReader) => {
  const found = new Map<string, FileOfTree>();
  const films = new Map<string, FileOfTree>();
  const add = (kind: FileKind, product: string, title: string | null): void => {
    if (!title) return;
    const file = catalogue.file(kind, product, title);
    if (!file || !mayReadFile(reader, fileUses(catalogue).get(file))) return;
    const name = treeName(kind, product, title);
    found.set(name, file.offline ?? file);
    if (file.offline && file.type.startsWith("video/")) films.set(name, file);
  };
  return { found, films, add };
};

type Collector = ReturnType<typeof createCollector>;

const collectFiles = (
  { add }: Collector,
  { assignments, language: first }: Catalogue,
  { product, courses, lessons }: ProductShare,
  language: string,
): void => {
  const { key, data } = product;
  for (const { lesson, assets } of lessons) {
    for (const name of inLanguage(assets, language)) add("asset", key, name);
    add("icon", key, lesson.image);
    const assignment = assignments.get(lesson.dbid);
    add("assignment", key, assignment?.image ?? null);
    add("assignment", key, assignment?.instructions ?? null);
  }
  for (const { course } of courses) add("icon", key, course.props.image);
  for (const id of courses.flatMap(({ course }) => course.lpackages)) {
    const { pdf = null, translations } = data.lpackages[id]?.props ?? {};
    const sheets = new Map(translations?.map((sheet) => [sheet.language, sheet.pdf]));
    add("asset", key, sheets.get(language) ?? sheets.get(first) ?? pdf);
  }
};

const named = ({ checksum, size }: FileOfTree) => ({ checksum, size });

const toTree = ({ found, films }: Collector): FileTree => {
  const files = new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  const metas: Record<string, TreeFile> = Object.create(null);
  for (const [name, file] of files) {
    const whole = films.get(name);
    metas[name] = whole ? { ...named(file), whole: named(whole) } : named(file);
  }
  const bytes = Buffer.from(JSON.stringify(metas));
  return { files, films, metas: bytes, tag: etagOf(bytes), weight: 3 * bytes.length + 1000 };
};

/**
 * Collects the files that a share of the content needs: those that its pages show in the
 * language, and all files without a language.
 */
export const fileTreeOf = (share: ContentShare, language: string): FileTree => {
  const { catalogue, products } = share;
  const collector = createCollector(catalogue, readerOf(share));
  for (const product of products) collectFiles(collector, catalogue, product, language);
  for (const title of catalogue.glossaryImages) collector.add("glossary", "", title);
  return toTree(collector);
};

/** Caches trees. */
export const createFileTrees = () => {
  const kept = createByteCache<FileTree>(MAX_KEPT_BYTES);
  return (share: ContentShare, language: string): FileTree => {
    const key = `${share.key}\n${language}`;
    const known = kept.get(key);
    if (known) return known;
    const tree = fileTreeOf(share, language);
    kept.set(key, tree);
    return tree;
  };
};
