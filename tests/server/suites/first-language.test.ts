import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { importSchool } from "../../../src/server/content/import-school.ts";
import { mailText } from "../../../src/server/news/mail-texts.ts";
import { exportedOrganisation } from "../../../src/server/school/organisation.ts";
import { inFolder } from "../content/small-school.ts";
import { writtenIn } from "../content/written-in.ts";
import { diskStore } from "../support/stored-path.ts";
import { openSchool, type TestSchool } from "../support/test-school.ts";

/** A school whose content is written in one language, and translated in part into another one. */
const write = (school: TestSchool, first: string, second: string) =>
  inFolder(writtenIn(first, second), async (folder) => {
    const compiled = await compileSchool(folder);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));
    await importSchool(school.database, diskStore(school.dataDir), compiled.value);
    await school.server.refresh();
  });

const open = async (first: string, second: string) => {
  const school = await openSchool();
  await write(school, first, second);
  const token = await school.token(await school.add({ level: 100 }));
  const get = async (path: string) => (await school.call(path, { token })).json;
  const lesson = async (key: string, language: string) => {
    const { lesson: sent } = await get(`/products/PM/lessons/${key}?language=${language}`);
    return Object.keys(sent.html.languages);
  };
  return { school, get, lesson };
};

test("a German school sends German where a language is missing, also before English", async () => {
  const { school, get, lesson } = await open("de", "en");
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
  const { get } = await open("de", "fr");
  const { product } = await get("/products/PM/skeleton");
  expect([product.props.title, product.menu.menu1[0].props.title]).toEqual(["Schnitt", "Rock"]);
  const { menu } = await get("/menu/usermenu");
  expect(JSON.stringify(menu)).toContain('"title":"Rahmen"');
  expect((await get("/products")).cds[0].title).toBe("Schnitt");
});

test("a school that changes its first language says so with the next import", async () => {
  const { school, get, lesson } = await open("de", "en");
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
