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
class FileCollector {
  readonly #catalogue: Catalogue;
  readonly #reader: FileReader;
  readonly #found = new Map<string, FileOfTree>();
  readonly films = new Map<string, FileOfTree>();

  constructor(catalogue: Catalogue, reader: FileReader) {
    this.#catalogue = catalogue;
    this.#reader = reader;
  }

  add(kind: FileKind, product: string, title: string | null): void {
    if (!title) return;
    const file = this.#catalogue.file(kind, product, title);
    if (!file || !mayReadFile(this.#reader, fileUses(this.#catalogue).get(file))) return;
    const name = treeName(kind, product, title);
    this.#found.set(name, file.offline ?? file);
    if (file.offline && file.type.startsWith("video/")) this.films.set(name, file);
  }

  sorted(): Map<string, FileOfTree> {
    return new Map([...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const collectFiles = (
  collector: FileCollector,
  { assignments, language: first }: Catalogue,
  { product, courses, lessons }: ProductShare,
  language: string,
): void => {
  const { key, data } = product;
  for (const { lesson, assets } of lessons) {
    for (const name of inLanguage(assets, language)) collector.add("asset", key, name);
    collector.add("icon", key, lesson.image);
    const assignment = assignments.get(lesson.dbid);
    collector.add("assignment", key, assignment?.image ?? null);
    collector.add("assignment", key, assignment?.instructions ?? null);
  }
  for (const { course } of courses) collector.add("icon", key, course.props.image);
  for (const id of courses.flatMap(({ course }) => course.lpackages)) {
    const { pdf = null, translations } = data.lpackages[id]?.props ?? {};
    const sheets = new Map(translations?.map((sheet) => [sheet.language, sheet.pdf]));
    collector.add("asset", key, sheets.get(language) ?? sheets.get(first) ?? pdf);
  }
};

const named = ({ checksum, size }: FileOfTree) => ({ checksum, size });

const toTree = (collector: FileCollector): FileTree => {
  const files = collector.sorted();
  const { films } = collector;
  const metas: Record<string, TreeFile> = Object.create(null);
  for (const [name, file] of files) {
    const whole = films.get(name);
    metas[name] = whole ? { ...named(file), whole: named(whole) } : named(file);
  }
  const bytes = Buffer.from(JSON.stringify(metas));
  return { files, films, metas: bytes, tag: etagOf(bytes), weight: 3 * bytes.length + 1000 };
};

/** Builds the trees of files and caches them. */
export class FileTrees {
  readonly #kept = createByteCache<FileTree>(MAX_KEPT_BYTES);

  /**
   * Collects the files that a share of the content needs: those that its pages show in the
   * language, and all files without a language.
   */
  of(share: ContentShare, language: string): FileTree {
    const key = `${share.key}\n${language}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const tree = this.#make(share, language);
    this.#kept.set(key, tree);
    return tree;
  }

  #make(share: ContentShare, language: string): FileTree {
    const { catalogue, products } = share;
    const collector = new FileCollector(catalogue, readerOf(share));
    for (const product of products) collectFiles(collector, catalogue, product, language);
    for (const title of catalogue.glossaryImages) collector.add("glossary", "", title);
    return toTree(collector);
  }
}
