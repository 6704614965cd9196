import { createHash } from "node:crypto";
import type { SentProduct } from "../../../contract/content.ts";
import { createByteCache } from "../byte-cache.ts";
import type {
  Catalogue,
  CatalogueCourse,
  CatalogueLesson,
  CatalogueProduct,
} from "../catalogue.ts";

/** What some courses have of a product. */
export interface ProductShare {
  readonly product: CatalogueProduct;
  readonly courses: readonly CatalogueCourse[];
  /** All lessons of these courses, in the product's order. */
  readonly lessons: readonly CatalogueLesson[];
  /** The product's JSON up to its lessons' opening brace, and from their closing one on. */
  readonly before: string;
  readonly after: string;
}

/** What some courses have of the school's content: all of each of them. */
export interface ContentShare {
  /** The same for the same courses of the same content. */
  readonly key: string;
  readonly catalogue: Catalogue;
  readonly products: readonly ProductShare[];
  /** Changes when, and only when, what is sent for use without a network changes. */
  readonly checksum: string;
  readonly weight: number;
}

/** The lessons that courses name, with the parts of main lessons, and those that no course names. */
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

/** The parts of a product that these courses need beside lessons; its menus stay whole. */
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
  `${catalogue.version}\n${courses.map(({ course }) => course.props.id).join()}`;

/** What these courses have of the content. @param courses in the catalogue's order */
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

const MOST_KEPT_BYTES = 16 * 1024 * 1024;

/** Keeps the shares that are asked for: most students have one of a few sets of courses. */
export class ContentShares {
  readonly #kept = createByteCache<ContentShare>(MOST_KEPT_BYTES);

  /** @param courses in the catalogue's order */
  of(catalogue: Catalogue, courses: readonly CatalogueCourse[]): ContentShare {
    const known = this.#kept.get(keyOf(catalogue, courses));
    // A catalogue that was loaded anew may say the same, but is another.
    if (known?.catalogue === catalogue) return known;
    const share = contentShare(catalogue, courses);
    this.#kept.set(share.key, share);
    return share;
  }
}
