import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { importSchool } from "../../../src/server/content/import-school.ts";
import { mailText } from "../../../src/server/news/mail-texts.ts";
import { exportedOrganisation } from "../../../src/server/school/organisation.ts";
import { inFolder } from "../content/small-school.ts";
import { writtenIn } from "../content/written-in.ts";
import { diskStore } from "../support/stored-path.ts";
import {
  fixtureSchool,
  openSchool,
  PMB,
  SWB,
  sharedPerson,
  type TestSchool,
} from "../support/test-school.ts";

const school = openSchool.shared();
const admin = sharedPerson(school, { level: 100 });

const get = (path: string, headers: Record<string, string> = {}) =>
  school.call(path, { token: admin.token, headers });

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

test("a person's courses have their dates and the product's id", async () => {
  const { token } = await school.student(
    { course: SWB, subMonths: null, expDate: null },
    { course: PMB },
  );
  const dates = { expDate: "2027-01-15", expDateReal: "2027-01-15" };
  const from = { subDate: "2026-01-15", subMonths: 12 };
  const translations = [
    { language: "en", title: "Pattern making basics" },
    { language: "he", title: "יסודות הגזרנות" },
  ];
  expect((await school.call("/user/courses", { token })).json.courses).toEqual([
    {
      ...{ id: PMB, key: "PMB", title: "Pattern making basics", translations, order: 1, cdId: 1 },
      ...{ image: "paper.svg", weeklyTarget: 5, user_courses: { ...dates, ...from } },
    },
    expect.objectContaining({
      ...{ id: SWB, cdId: 2 },
      user_courses: { expDate: null, expDateReal: null, ...from, subMonths: null },
    }),
  ]);
});

test("the organisation is visible to everybody", async () => {
  const { status, json } = await school.call("/organizations/1");
  expect([status, json.organization]).toEqual([200, (await fixtureSchool()).organisation]);
});

test("the organisation answers 404 for any other number", async () => {
  for (const id of ["2", "0", "abc", "1e3", "99999999999999999999", "-1", "%00", "1%20"]) {
    const { outcome } = await school.call(`/organizations/${id}`);
    expect([id, ...outcome]).toEqual([id, 404, "organisation/not_found"]);
  }
});

test("the organisation shows today's announcements to everybody, and all of them when signed in", async () => {
  const of = (path: string, token?: string) => school.call(`/organizations/1/${path}`, { token });
  const active = async () => (await of("announcements/active")).json;
  expect(await active()).toEqual({ announcements: [], cursor: null });
  const translations = [{ language: "en", title: "Closed", body: "On Friday." }];
  const days = [
    { id: 1, from_date: "2026-11-01", to_date: "2026-11-17" },
    { id: 2, from_date: "2026-11-18", to_date: "2026-11-18" },
    { id: 3, from_date: "2026-11-19", to_date: "2026-12-01" },
  ];
  const more = { organisation_id: 1, translations: JSON.stringify(translations) };
  const rows = days.map((each) => ({ ...each, ...more }));
  await school.database.write((db) => db.insertInto("announcement").values(rows).execute());
  expect((await active()).announcements).toEqual([
    { id: 2, from: "2026-11-18", to: "2026-11-18", translations },
  ]);
  expect((await of("announcements")).status).toBe(401);
  const { token } = await school.student();
  expect((await of("announcements", token)).json.announcements).toHaveLength(3);
});

/** A school whose content is written in one language, and translated in part into another one. */
const write = (into: TestSchool, first: string, second: string) =>
  inFolder(writtenIn(first, second), async (folder) => {
    const compiled = await compileSchool(folder);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));
    await importSchool(into.database, diskStore(into.dataDir), compiled.value);
    await into.server.refresh();
  });

const openIn = async (first: string, second: string) => {
  const school = await openSchool();
  await write(school, first, second);
  const administrator = await school.signedIn({ level: 100 });
  const get = async (path: string) => (await school.call(path, administrator)).json;
  const lesson = async (key: string, language: string) => {
    const { lesson: sent } = await get(`/products/PM/lessons/${key}?language=${language}`);
    return Object.keys(sent.html.languages);
  };
  return { school, get, lesson };
};

test("a German school sends German where a language is missing, also before English", async () => {
  const { school, get, lesson } = await openIn("de", "en");
  expect((await get("/organizations/1")).organization.language).toBe("de");
  expect((await exportedOrganisation(school.database.read))?.language).toBe("de");
  expect(await lesson("rahmen", "he")).toEqual(["de"]);
  expect(await lesson("rahmen", "en")).toEqual(["en"]);
  expect(await lesson("saum", "en")).toEqual(["de"]);
  expect((await get("/products/PM/search?q=abnaher")).results[0]).toMatchObject({ language: "de" });
  const tree = await get("/files/treelist?metas=1&language=he");
  expect(Object.keys(tree.metas)).toContainEqual(expect.stringContaining("b.pdf"));
});

test("a school without English gives a readable title to clients that ask for none", async () => {
  const { get } = await openIn("de", "fr");
  const { product } = await get("/products/PM/skeleton");
  expect([product.props.title, product.menu.menu1[0].props.title]).toEqual(["Schnitt", "Rock"]);
  const { menu } = await get("/menu/usermenu");
  expect(JSON.stringify(menu)).toContain('"title":"Rahmen"');
  expect((await get("/products")).cds[0].title).toBe("Schnitt");
});

test("a school that changes its first language says so with the next import", async () => {
  const { school, get, lesson } = await openIn("de", "en");
  await write(school, "en", "de");
  expect((await get("/organizations/1")).organization.language).toBeUndefined();
  expect(await lesson("saum", "he")).toEqual(["en"]);
});

test("a mail in a language without a signature takes that of the school's first language", () => {
  const values = { name: "Dana", link: "https://x.example/", minutes: "60", school: "Schule" };
  const own = { signature: { de: "Grüße", en: "Regards" } };
  const mail = (language: string) =>
    mailText(own, "password-reset", language, values).text.split("\n-- \n")[1];
  expect([mail("he"), mail("en")]).toEqual(["Grüße\n", "Regards\n"]);
});
