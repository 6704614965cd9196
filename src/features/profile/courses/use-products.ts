import { useEffect } from "react";
import { useSnapshot } from "valtio";
import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { getSkeleton, type Product } from "../../../contract/content.ts";
import { createResource } from "../../../core/create-resource.ts";
import type { CourseMenuGroup } from "../../../domain/course-menu.ts";
import { sameKey } from "../../../domain/menu-position.ts";
import { Result } from "../../../lib/result.ts";

/** Products by key. One that could not be fetched is absent. */
type Products = ReadonlyMap<string, Product>;

/**
 * The products of the person's courses, for their progress. The completed lessons are fetched with
 * them, into `progress`.
 */
const createCourseProducts = ({ transport, progress, contentVersion }: App) =>
  createResource<Products, unknown, [keys: readonly string[]]>({
    key: (keys) => keys.join("/"),
    version: contentVersion,
    async fetch(onNewer, keys) {
      const [completed, ...answers] = await Promise.all([
        progress.load(),
        ...keys.map((productKey) =>
          transport.send(getSkeleton, { params: { productKey }, onNewer }),
        ),
      ]);
      if (!completed.ok) return completed;
      return Result.ok(
        new Map(
          keys.flatMap((key, index) => {
            const answer = answers[index];
            return answer?.ok ? [[key, answer.value.product] as const] : [];
          }),
        ),
      );
    },
  });

/**
 * Fetches the products of courses that can be selected. The product of the selected course is fetched
 * with its selection, not twice.
 * @returns a function that finds a product by its key; null while it is loading or missing
 */
export const useProducts = (
  groups: readonly CourseMenuGroup[],
): ((productKey: string) => Product | null) => {
  const { study, place } = useApp();
  const products = useService(createCourseProducts);
  const { value } = useSnapshot(products.state);
  const { selection, failure } = useSnapshot(study.state);
  const { productKey } = useSnapshot(place.state);

  const selected = failure ? null : (selection?.productKey ?? productKey);
  const wanted = groups
    .filter(({ courses }) => courses.some(({ open }) => open))
    .map(({ product }) => product.cd)
    .filter((key) => !selected || !sameKey(key, selected));
  const keys = wanted.join("/");

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new at each rendering
  useEffect(() => {
    if (wanted.length > 0) void products.load(wanted);
  }, [products, keys]);

  return (key) => {
    if (selection && sameKey(selection.productKey, key)) return selection.product as Product;
    return (value?.get(key) as Product | undefined) ?? null;
  };
};
