import { expect, test } from "vitest";
import { isValidContent } from "../../../src/offline/sync/valid-content.ts";
import { wholeProduct } from "../support/content-folder.ts";

const isValid = (product: unknown) => isValidContent({ content: { products: { PM: product } } });

test("a product is valid with its fields in `props`, or beside its lessons", async () => {
  const { props, ...rest } = wholeProduct();
  expect(await isValid({ ...rest, props })).toBe(true);
  expect(await isValid({ ...rest, ...props })).toBe(true);
  expect(await isValidContent({ content: { products: {} } })).toBe(true);
});

test.each([
  ["no lessons", { lessons: undefined }],
  ["lessons that are a list", { lessons: 7 }],
  ["a lesson that is none", { lessons: { paper: { key: 7 } } }],
  ["a menu that is none", { menu: 7 }],
  ["a course that is none", { courses: { PMB: 7 } }],
])("a product with %s is not valid", async (_, change) => {
  expect(await isValid({ ...wholeProduct(), ...change })).toBe(false);
});

test.each([null, {}, { content: {} }, { content: { products: { PM: 7 } } }])(
  "%j is no content",
  async (answer) => {
    expect(await isValidContent(answer)).toBe(false);
  },
);
