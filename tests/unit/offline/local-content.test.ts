import { expect, test } from "vitest";
import { isValidContent } from "../../../src/offline/sync/fetch-content.ts";
import {
  bytesOf,
  contentFolder,
  indexFile,
  openContent,
  wholeProduct,
} from "../support/content-folder.ts";

const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

test("index files may contain the school's complete answers", async () => {
  const files = contentFolder();
  const products = { PM: (await openContent()).content.product("PM") };
  files.set("content.json", indexFile({ content: { products } }));
  files.set("faqs.json", indexFile({ faqs: [] }));
  files.set("glossary.json", indexFile({ glossary: [] }));
  files.set("instructions.json", indexFile({ courseInstructions: [] }));
  const { content } = await openContent(files);
  expect(content.state.status).toBe("ready");
  expect(content.products()).toHaveLength(1);
});

test("an index file that is damaged is reported, and the rest is used", async () => {
  const files = contentFolder();
  files.set("faqs.json", bytesOf('{"version":1,"checksum":"00","data":[]}'));
  const { content } = await openContent(files);
  expect(content.state).toMatchObject({ status: "damaged", damaged: ["faqs.json"] });
  expect(content.faqs()).toBeNull();
  expect(content.product("PM")).not.toBeNull();
});

test("a product that cannot be read is reported, and the others are used", async () => {
  const files = contentFolder();
  const PM = (await openContent()).content.product("PM");
  files.set("content.json", indexFile({ products: { PM, XX: { lessons: 3 } } }));
  const { content } = await openContent(files);
  expect(content.state.damaged).toEqual(["content.json: XX"]);
  expect(content.product("PM")).not.toBeNull();
});

test("a product without a key of its own has the one of the content", async () => {
  const files = contentFolder();
  const { products } = JSON.parse(new TextDecoder().decode(files.get("content.json"))).data;
  const { key: _, ...props } = products.PM.props;
  files.set("content.json", indexFile({ products: { pm: { ...products.PM, props } } }));
  const { content } = await openContent(files);
  expect(content.products().map(({ key }) => key)).toEqual(["pm"]);
  expect((await openContent()).content.products().map(({ key }) => key)).toEqual(["PM"]);
});

test("a file is in the requested language, else in English, else in any", async () => {
  const files = contentFolder({
    "assets/PM/dart.svg": { en: "dart", el: "πένσα" },
    "assets/PM/a.svg": { he: "א" },
  });
  const { content } = await openContent(files);
  const read = async (name: string, language: string) => {
    const file = content.findFile("asset", "pm", name, language);
    return file && textOf(await content.bytes(file));
  };
  expect(await read("dart.svg", "el")).toBe("πένσα");
  expect(await read("dart.svg", "de")).toBe("dart");
  expect(await read("a.svg", "de")).toBe("א");
});

test("replaced content is used at once", async () => {
  const { content, machine } = await openContent();
  const { version } = content.state;
  await machine.folder.write("content.json", indexFile({ products: {} }));
  await content.load();
  expect(content.state).toMatchObject({ status: "none", version: version + 1 });
});

test("a file is found in another school's layout of the tree", async () => {
  const { content } = await openContent(contentFolder({ "PM/pictures/a.svg": { en: "x" } }));
  expect(content.findFile("asset", "PM", "a.svg", "en")).not.toBeNull();
});

test.each([
  ["shortened", (size: number) => size - 1],
  ["changed", (size: number) => size],
])("a file that was %s is as if it were not there", async (_, sizeOf) => {
  const { content, machine } = await openContent();
  const file = content.findFile("asset", "PM", "dart.svg", "en");
  if (!file) throw new Error("no file");
  await machine.folder.write(`files/${file.filename}`, new Uint8Array(sizeOf(file.size)));
  expect(await content.bytes(file)).toBeNull();
});

const withProduct = (change: object) => ({
  content: { products: { PM: { ...wholeProduct(), ...change } } },
});

test.each<[boolean, string, unknown]>([
  [true, "its fields in `props`", withProduct({})],
  [true, "its fields beside them", withProduct({ ...wholeProduct().props, props: undefined })],
  [true, "no product", { content: { products: {} } }],
  [false, "nothing", null],
  [false, "no products", { content: {} }],
  [false, "a product that is none", { content: { products: { PM: 7 } } }],
  [false, "no lessons", withProduct({ lessons: undefined })],
  [false, "a lesson that is none", withProduct({ lessons: { paper: { key: 7 } } })],
  [false, "a menu that is none", withProduct({ menu: 7 })],
])("whether content is valid: %s with %s", async (isValid, _, answer) => {
  expect(await isValidContent(answer)).toBe(isValid);
});
