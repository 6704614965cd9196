import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { useService } from "../../../app-context/service.ts";
import { useApp } from "../../../app-context/use-app.ts";
import type { Product } from "../../../contract/content.ts";
import type { CourseMenuGroup } from "../../../domain/course-menu.ts";
import { sameKey } from "../../../domain/menu-position.ts";
import { createCourseProducts } from "./course-products.ts";

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
