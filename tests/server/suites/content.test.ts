import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { fixtureSchool, openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
let token: string;
beforeAll(async () => {
  ({ token } = await school.signedIn({ level: 100 }));
});

const get = (path: string, headers: Record<string, string> = {}) =>
  school.call(path, { token, headers });

test("the content lists the products in the school's order", async () => {
  const translations = [
    { language: "en", title: "Pattern making" },
    { language: "he", title: "גזרנות" },
  ];
  expect((await get("/products")).json.cds).toEqual([
    { id: 1, cd: "PM", title: "Pattern making", translations },
    expect.objectContaining({ id: 2, cd: "SW" }),
  ]);
});

test.each(["PM", "pm"])("the skeleton of %s has no lesson's HTML", async (key) => {
  const [product] = (await fixtureSchool()).products;
  const lessons = Object.fromEntries(
    Object.entries(product?.lessons ?? {}).map(([name, { html: _, ...lesson }]) => [name, lesson]),
  );
  expect((await get(`/products/${key}/skeleton`)).json.product).toEqual({ ...product, lessons });
});

test("the content returns a whole lesson, its key in any case", async () => {
  const [product] = (await fixtureSchool()).products;
  const { json } = await get("/products/pm/lessons/Lines_ML");
  expect(json.lesson).toEqual(product?.lessons.lines_ml);
});

test("the content sends a lesson in one language on request, and else in all", async () => {
  const lesson = async (query = "") => {
    const { json, headers } = await get(`/products/PM/lessons/paper${query}`);
    return { languages: Object.keys(json.lesson.html.languages), etag: headers.etag };
  };
  const whole = await lesson();
  expect(whole.languages.toSorted()).toEqual(["en", "he"]);
  const hebrew = await lesson("?language=he");
  expect(hebrew.languages).toEqual(["he"]);
  // English stands in for a language that the lesson does not have.
  const german = await lesson("?language=de");
  expect(german.languages).toEqual(["en"]);
  expect(await lesson("?language=en")).toEqual(german);
  expect(await lesson("?language=../en")).toEqual(whole);
  expect(new Set([whole.etag, hebrew.etag, german.etag]).size).toBe(3);
});

test("the content returns questions, terms and how to study", async () => {
  const { faqs, glossary, instructions: courseInstructions } = await fixtureSchool();
  expect((await get("/menu/faqs")).json).toEqual({ faqs });
  expect((await get("/menu/glossary")).json).toEqual({ glossary });
  expect((await get("/menu/instructions")).json).toEqual({ courseInstructions });
});

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
  ["zstd", zstdDecompressSync],
])("the content is compressed with %s when requested", async (encoding, decompress) => {
  for (const path of ["/products/PM/skeleton", "/products/PM/lessons/paper"]) {
    const plain = await get(path);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const packed = await get(path, { "Accept-Encoding": encoding });
    expect(packed.headers["content-encoding"]).toBe(encoding);
    expect(packed.headers.vary).toContain("Accept-Encoding");
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(decompress(packed.bytes)).toEqual(plain.bytes);
    const tag = packed.headers.etag ?? "";
    const again = await get(path, { "Accept-Encoding": encoding, "If-None-Match": tag });
    expect(again.status).toBe(304);
  }
});
