import type { SentProduct } from "../../../contract/content.ts";

/**
 * The longest part of a list whose numbers grow: whatever is not in it has been moved among the others.
 * @param numbers each one different
 */
const longestIncreasing = (numbers: readonly number[]): Set<number> => {
  /** By length: the smallest number with which a part of that length ends. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const part = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) part.add(at);
  return part;
};

/** Where a lesson stands in the menus of its product. */
interface Place {
  readonly product: string;
  readonly chapter: string;
  /** The section's title; sections have no keys. */
  readonly section: string;
  /** Its main lesson; null if it is no part. */
  readonly partOf: number | null;
  /** Its number among all lessons of the product. */
  readonly position: number;
}

/** The places of a product's lessons, by their ids. */
const placesOf = (product: SentProduct): Map<number, Place> => {
  const places = new Map<number, Place>();
  const { key } = product.props;
  for (const menu1 of product.menu.menu1) {
    for (const menu2 of menu1.menu2) {
      for (const name of menu2.lessons) {
        const lesson = product.lessons[name];
        if (!lesson || places.has(lesson.dbid)) continue;
        const place = { product: key, chapter: menu1.props.key, section: menu2.props.title };
        places.set(lesson.dbid, { ...place, partOf: null, position: places.size });
        for (const part of lesson.subLessons) {
          if (places.has(part)) continue;
          places.set(part, { ...place, partOf: lesson.dbid, position: places.size });
        }
      }
    }
  }
  return places;
};

const sectionsOf = ({ menu }: SentProduct): Set<string> =>
  new Set(menu.menu1.flatMap((menu1) => menu1.menu2.map((menu2) => menu2.props.title)));

/** The lessons of a product that are at another place than before, by their ids. */
const movedWithin = (before: SentProduct, after: SentProduct): Set<number> => {
  const was = placesOf(before);
  const is = placesOf(after);
  const both = [...is]
    .filter(([id]) => was.has(id))
    .sort(([, a], [, b]) => a.position - b.position);
  const stays = longestIncreasing(both.map(([id]) => was.get(id)?.position ?? 0));
  const [oldNames, newNames] = [sectionsOf(before), sectionsOf(after)];
  const moved = both.filter(([id, now]) => {
    const then = was.get(id);
    if (!then) return false;
    // A section has another name where the one is not there any more, and the other was not.
    const isRenamed = !newNames.has(then.section) && !oldNames.has(now.section);
    return (
      !stays.has(then.position) ||
      then.chapter !== now.chapter ||
      then.partOf !== now.partOf ||
      (then.section !== now.section && !isRenamed)
    );
  });
  return new Set(moved.map(([id]) => id));
};

/** The lessons that stand at another place of the menus than before, or in another product, by their ids. */
export const movedLessons = (
  before: readonly SentProduct[],
  after: readonly SentProduct[],
): Set<number> => {
  const productOf = new Map(
    before.flatMap((product) =>
      Object.values(product.lessons).map(({ dbid }) => [dbid, product.props.key] as const),
    ),
  );
  const moved = new Set<number>();
  for (const product of after) {
    const { key } = product.props;
    for (const { dbid } of Object.values(product.lessons)) {
      const was = productOf.get(dbid);
      if (was !== undefined && was !== key) moved.add(dbid);
    }
    const same = before.find(({ props }) => props.key === key);
    if (same) for (const id of movedWithin(same, product)) moved.add(id);
  }
  return moved;
};
