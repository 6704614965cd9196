import type { Kysely } from "kysely";
import type { TreeFile } from "../../../contract/local-files.ts";
import { type FileKind, treeName } from "../../../domain/file-names.ts";
import type { Tables } from "../../db/schema.ts";
import { createByteCache } from "../byte-cache.ts";
import type { Catalogue, CatalogueFile } from "../catalogue.ts";
import { etagOf } from "../representation.ts";
import type { ContentShare, ProductShare } from "./content-share.ts";
import { type AssetsByLanguage, LessonAssets } from "./lesson-assets.ts";

/** The files that a share of the content needs in one language. */
export interface FileTree {
  /** By their names in the tree, sorted by name. */
  readonly files: ReadonlyMap<string, CatalogueFile>;
  /** Checksum and size by name, as JSON. */
  readonly metas: Buffer;
  /** The checksum of the metas. */
  readonly tag: string;
  readonly weight: number;
}

const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** The assets in a language. Falls back to English, then to any language that the lesson has. */
const inLanguage = (assets: AssetsByLanguage, language: string): readonly string[] =>
  assets.get(language) ?? assets.get("en") ?? [...assets.values()][0] ?? [];

/** Looks up files by the names that the content uses, and collects those that exist. */
class FileCollector {
  readonly #catalogue: Catalogue;
  readonly #found = new Map<string, CatalogueFile>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  add(kind: FileKind, product: string, title: string | null): void {
    if (!title) return;
    const file = this.#catalogue.file(kind, product, title);
    if (file) this.#found.set(treeName(kind, product, title), file);
  }

  sorted(): Map<string, CatalogueFile> {
    return new Map([...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

const gather = (
  gathering: FileCollector,
  { assignments }: Catalogue,
  { product, courses, lessons }: ProductShare,
  assets: readonly AssetsByLanguage[],
  language: string,
): void => {
  const { key, data } = product;
  for (const [index, { lesson }] of lessons.entries()) {
    for (const name of inLanguage(assets[index] ?? new Map(), language)) {
      gathering.add("asset", key, name);
    }
    gathering.add("icon", key, lesson.image);
    const assignment = assignments.get(lesson.dbid);
    gathering.add("assignment", key, assignment?.image ?? null);
    gathering.add("assignment", key, assignment?.instructions ?? null);
  }
  for (const id of courses.flatMap(({ course }) => course.lpackages)) {
    gathering.add("asset", key, data.lpackages[id]?.props.pdf ?? null);
  }
};

const asTree = (files: Map<string, CatalogueFile>): FileTree => {
  const metas: Record<string, TreeFile> = Object.create(null);
  for (const [name, { checksum, size }] of files) metas[name] = { checksum, size };
  const bytes = Buffer.from(JSON.stringify(metas));
  return { files, metas: bytes, tag: etagOf(bytes), weight: 3 * bytes.length + 1000 };
};

/** Builds the trees of files and caches them. */
export class FileTrees {
  readonly #assets: LessonAssets;
  readonly #kept = createByteCache<FileTree>(MAX_KEPT_BYTES);
  #version = "";

  constructor(db: Kysely<Tables>) {
    this.#assets = new LessonAssets(db);
  }

  /**
   * Collects the files that a share of the content needs: those that its pages show in the
   * language, and all files without a language.
   * @throws HttpProblem 503 when the content has changed since the catalogue was loaded
   */
  async of(share: ContentShare, language: string): Promise<FileTree> {
    const key = `${share.key}\n${language}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const tree = await this.#make(share, language);
    this.#kept.set(key, tree);
    return tree;
  }

  /**
   * The assets of the lessons in a product's share, in all languages.
   * @throws HttpProblem 503 when the content has changed since the catalogue was loaded
   */
  async assetsOf({ catalogue }: ContentShare, { lessons }: ProductShare): Promise<Set<string>> {
    this.#forgetChanged(catalogue);
    const byLesson = await this.#assets.of(lessons);
    return new Set(byLesson.flatMap((assets) => [...assets.values()].flat()));
  }

  #forgetChanged(catalogue: Catalogue): void {
    if (this.#version === catalogue.version) return;
    this.#version = catalogue.version;
    this.#assets.retainOnly(catalogue.lessons.values());
  }

  async #make({ catalogue, products }: ContentShare, language: string): Promise<FileTree> {
    this.#forgetChanged(catalogue);
    const gathering = new FileCollector(catalogue);
    for (const product of products) {
      const assets = await this.#assets.of(product.lessons);
      gather(gathering, catalogue, product, assets, language);
    }
    for (const title of catalogue.glossaryImages) gathering.add("glossary", "", title);
    return asTree(gathering.sorted());
  }
}
