import { AFTER_END, ALWAYS_OPEN, type FileUse } from "../../../domain/file-access.ts";
import type { FileKind } from "../../../domain/file-names.ts";
import { memoize } from "../../../lib/memoize.ts";
import type {
  Catalogue,
  CatalogueCourse,
  CatalogueLesson,
  CatalogueProduct,
} from "../../content/catalogue.ts";
import type { CatalogueFile } from "../../content/catalogue-files.ts";
import { coursePicture } from "../../study/course-picture.ts";
import { coursesOfLesson, orderIndex } from "../../study/course-positions.ts";

/** Where the content names each file. */
type FileUses = ReadonlyMap<CatalogueFile, FileUse>;

interface GrowingUse {
  isInGlossary: boolean;
  courses: Map<number, number>;
  assignments: Set<number>;
}

/** The courses that show something, each with the position from which it does. */
type Places = readonly (readonly [course: CatalogueCourse, position: number])[];

/** Collects the uses of the files that exist. */
const createCollector = (catalogue: Catalogue) => {
  const found = new Map<CatalogueFile, GrowingUse>();
  /** @returns the use, to be completed; undefined when there is no such file */
  const add = (
    kind: FileKind,
    product: string,
    title: string | null,
    places: Places = [],
  ): GrowingUse | undefined => {
    const file = title ? catalogue.file(kind, product, title) : undefined;
    if (!file) return undefined;
    const none = { isInGlossary: false, courses: new Map(), assignments: new Set<number>() };
    const use: GrowingUse = found.get(file) ?? none;
    found.set(file, use);
    for (const [{ course }, position] of places) {
      const { id } = course.props;
      use.courses.set(id, Math.min(position, use.courses.get(id) ?? position));
    }
    return use;
  };
  return { found, add };
};

type Collector = ReturnType<typeof createCollector>;

/** Where the access rule of lessons places a lesson in each of its courses. */
const placesOf = (entry: CatalogueLesson): Places =>
  coursesOfLesson(entry).map((course) => [course, orderIndex(course, entry) ?? ALWAYS_OPEN]);

/** The keys of the lessons in each course's menus. */
type Tiles = ReadonlyMap<CatalogueCourse, ReadonlySet<string>>;

const tilesOf = ({ courses }: CatalogueProduct): Tiles =>
  new Map(
    courses.map((course) => [
      course,
      new Set(course.menus.flatMap(({ menu2 }) => menu2.flatMap(({ lessons }) => lessons))),
    ]),
  );

/** The courses that show the lesson's tile, even before the lesson is open. */
const tilePlaces = ({ lesson }: CatalogueLesson, places: Places, tiles: Tiles): Places => {
  const listing = [...tiles].filter(([, keys]) => keys.has(lesson.key)).map(([course]) => course);
  return [...places.map(([course]) => course), ...listing].map((course) => [course, ALWAYS_OPEN]);
};

const collectLessons = (
  uses: Collector,
  { assignments }: Catalogue,
  product: CatalogueProduct,
): void => {
  const { key } = product;
  const tiles = tilesOf(product);
  for (const entry of product.lessons.values()) {
    const { lesson, assets } = entry;
    const places = placesOf(entry);
    for (const title of new Set([...assets.values()].flat())) uses.add("asset", key, title, places);
    uses.add("icon", key, lesson.image, tilePlaces(entry, places, tiles));
    const { image = null, instructions = null } = assignments.get(lesson.dbid) ?? {};
    for (const title of [image, instructions]) {
      uses.add("assignment", key, title, places)?.assignments.add(lesson.dbid);
    }
  }
};

/** Everybody who has a course may read its picture, even after its last day. */
const collectCourseImages = (uses: Collector, { key, courses }: CatalogueProduct): void => {
  for (const entry of courses) uses.add("icon", key, coursePicture(entry), [[entry, AFTER_END]]);
};

/** A package's sheet is shown in each of the package's lessons. */
const collectSheets = (uses: Collector, { key, data, courses }: CatalogueProduct): void => {
  for (const entry of courses) {
    const { lpackages, lessonsOrder } = entry.course;
    for (const id of lpackages) {
      const first = lessonsOrder.findIndex(({ package_id }) => package_id === id);
      const { pdf = null, translations = [] } = data.lpackages[id]?.props ?? {};
      for (const sheet of [{ pdf }, ...(translations ?? [])]) {
        uses.add("asset", key, sheet.pdf ?? null, [[entry, first]]);
      }
    }
  }
};

/** Where the content names each file. Collected once for each state of the content. */
export const fileUses = memoize((catalogue: Catalogue): FileUses => {
  const uses = createCollector(catalogue);
  for (const product of catalogue.products.values()) {
    collectLessons(uses, catalogue, product);
    collectCourseImages(uses, product);
    collectSheets(uses, product);
  }
  for (const title of catalogue.glossaryImages) {
    const use = uses.add("glossary", "", title);
    if (use) use.isInGlossary = true;
  }
  return uses.found;
});
