import { expect, test } from "vitest";
import { isValidContent } from "../../../src/offline/sync/fetch-content.ts";
import { wholeProduct } from "../support/content-folder.ts";

const isValid = (product: unknown) => isValidContent({ content: { products: { PM: product } } });

test("a product is valid with its fields in `props`, or beside its lessons", async () => {
  const { props, ...rest } = wholeProduct();
  expect(await isValid({ ...rest, props })).toBe(true);
  expect(await isValid({ ...rest, ...props })).toBe(true);
  expect(await isValidContent({ content: { products: {} } })).toBe(true);
});

const withProduct = (change: object) => ({
  content: { products: { PM: { ...wholeProduct(), ...change } } },
});

test.each<[string, unknown]>([
  ["nothing", null],
  ["no products", { content: {} }],
  ["a product that is none", { content: { products: { PM: 7 } } }],
  ["no lessons", withProduct({ lessons: undefined })],
  ["a lesson that is none", withProduct({ lessons: { paper: { key: 7 } } })],
  ["a menu that is none", withProduct({ menu: 7 })],
])("content with %s is not valid", async (_, answer) => {
  expect(await isValidContent(answer)).toBe(false);
});
