import { createHash } from "node:crypto";
import type { SentProduct } from "../../../contract/content.ts";
import { createByteCache } from "../../byte-cache.ts";
import type {
  Catalogue,
  CatalogueCourse,
  CatalogueLesson,
  CatalogueProduct,
} from "../../content/catalogue.ts";

/** A product's content for a set of courses. */
export interface ProductShare {
  readonly product: CatalogueProduct;
  readonly courses: readonly CatalogueCourse[];
  /** All lessons of these courses, in the product's order. */
  readonly lessons: readonly CatalogueLesson[];
  /** The product's JSON before its lessons' opening brace, and after their closing brace. */
  readonly before: string;
  readonly after: string;
}

/** The school's content for a set of courses. */
export interface ContentShare {
  /** The same for the same courses and the same content. */
  readonly key: string;
  readonly catalogue: Catalogue;
  readonly products: readonly ProductShare[];
  /** Changes exactly when the content for offline use changes. */
  readonly checksum: string;
  readonly weight: number;
}

/**
 * The lessons of the courses, the parts of their main lessons, and the lessons that belong to no
 * course.
 */
const lessonsOf = (
  product: CatalogueProduct,
  courses: readonly CatalogueCourse[],
): CatalogueLesson[] => {
  const idsIn = (some: readonly CatalogueCourse[]) =>
    new Set(some.flatMap(({ course }) => course.lessonsOrder.map(({ id }) => id)));
  const isIn = (ids: ReadonlySet<number>, { lesson, mainLessonId }: CatalogueLesson) =>
    ids.has(lesson.dbid) || (mainLessonId !== null && ids.has(mainLessonId));
  const [own, anybodys] = [idsIn(courses), idsIn(product.courses)];
  return [...product.lessons.values()].filter(
    (entry) => isIn(own, entry) || !isIn(anybodys, entry),
  );
};

/** The product's data that these courses need, without lessons. Menus stay complete. */
const partsOf = (
  { data }: CatalogueProduct,
  courses: readonly CatalogueCourse[],
): Pick<SentProduct, "courses" | "courseOrder" | "lpackages"> => {
  const packages = new Set(courses.flatMap(({ course }) => course.lpackages.map(String)));
  return {
    courses: Object.fromEntries(courses.map(({ key, course }) => [key, course])),
    courseOrder: courses.map(({ key }) => key),
    lpackages: Object.fromEntries(
      Object.entries(data.lpackages).filter(([id]) => packages.has(id)),
    ),
  };
};

const productShare = (
  product: CatalogueProduct,
  courses: readonly CatalogueCourse[],
): ProductShare => {
  const { props, menu } = product.data;
  return {
    product,
    courses,
    lessons: lessonsOf(product, courses),
    before: `${JSON.stringify({ props, menu }).slice(0, -1)},"lessons":{`,
    after: `},${JSON.stringify(partsOf(product, courses)).slice(1)}`,
  };
};

const checksumOf = (products: readonly ProductShare[]): string => {
  const hash = createHash("sha256");
  for (const { product, before, lessons, after } of products) {
    hash.update(`${product.key}\n${before}\n`);
    for (const { lesson, checksum } of lessons) hash.update(`${lesson.key}\n${checksum}\n`);
    hash.update(`${after}\n`);
  }
  return hash.digest("hex");
};

const keyOf = (catalogue: Catalogue, courses: readonly CatalogueCourse[]): string =>
  `${catalogue.version.content}\n${catalogue.version.pictures}\n${courses.map(({ course }) => course.props.id).join()}`;

/** Builds the share of the content for these courses. @param courses in the catalogue's order */
export const contentShare = (
  catalogue: Catalogue,
  courses: readonly CatalogueCourse[],
): ContentShare => {
  const products = [...catalogue.products.values()].flatMap((product) => {
    const own = courses.filter((course) => course.product === product);
    return own.length > 0 ? [productShare(product, own)] : [];
  });
  return {
    key: keyOf(catalogue, courses),
    catalogue,
    products,
    checksum: checksumOf(products),
    weight: products.reduce(
      (sum, { before, after, lessons }) => sum + before.length + after.length + 8 * lessons.length,
      1000,
    ),
  };
};

const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** Caches shares, because most students have one of a few sets of courses. */
export const createContentShares = () => {
  const kept = createByteCache<ContentShare>(MAX_KEPT_BYTES);
  /** @param courses in the catalogue's order */
  return (catalogue: Catalogue, courses: readonly CatalogueCourse[]): ContentShare => {
    const known = kept.get(keyOf(catalogue, courses));
    // A reloaded catalogue is another object, even if its content is the same.
    if (known?.catalogue === catalogue) return known;
    const share = contentShare(catalogue, courses);
    kept.set(share.key, share);
    return share;
  };
};
