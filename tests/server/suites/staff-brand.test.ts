import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { getBrand } from "../../../src/contract/staff-brand.ts";
import { change as changeFile, contentsOf, exportSourceFiles } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { openDesk } from "../support/desk.ts";
import { FIXTURE } from "../support/test-school.ts";

const atDesk = async (change?: (text: string) => string | Buffer) => {
  const desk = await openDesk({ level: 100 });
  const { school, call, send } = desk;
  if (change) {
    const other = change(await readFile(path.join(FIXTURE, "school.yaml"), "utf8"));
    await changeFile(school, { path: "school.yaml", ...(await send(Buffer.from(other))) });
  }
  const read = async () => decode(getBrand, (await call("school/brand")).json);
  const save = async (
    fields: Record<string, string>,
    { replaces, languages = null, logo = null, ...pictures }: SaveOptions = {},
  ) =>
    call("school/brand", "PUT", {
      replaces: replaces ?? (await read()).checksum,
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
      ...{ languages, logo, ...pictures },
    });
  return { ...desk, read, save };
};

interface SaveOptions {
  replaces?: string;
  languages?: string[] | null;
  logo?: object | null;
  logo_dark?: object | "none";
  favicon?: object | "none";
}

const pictureBytes = (address: string) => Buffer.from(address.split(",")[1] ?? "", "base64");

test("a brand that is saved is in the draft alone until it is published, with the rest of the folder as it was", async () => {
  const { school, publish, read, save, recorded } = await atDesk();
  const before = await read();
  expect(before).toMatchObject({ source: true, draft: false, languages: ["en", "he"] });
  expect(before.fields).toContainEqual({ name: "accent", value: "#a03050" });
  expect(pictureBytes(before.logo)).toEqual(await readFile(path.join(FIXTURE, "logo.png")));
  const answer = await save({ name: "Needle School", accent: "#123456", "footer/fax": "1" });
  expect(answer.json.problems).toEqual([]);
  const after = await read();
  expect(after).toMatchObject({ draft: true, checksum: answer.json.checksum });
  const change = { action: "changed", kind: "content", subject: "school.yaml", actor: "person" };
  expect(await recorded()).toEqual(change);
  const name = async () => (await school.call("/organizations/1")).json.organization.name;
  expect(await name()).toBe("Thimble School");
  await publish();
  expect(await name()).toBe("Needle School");
  const [was, is] = [await contentsOf(FIXTURE), await exportSourceFiles(school)];
  expect({ ...is, "school.yaml": "" }).toEqual({ ...was, "school.yaml": "" });
  expect(`${is["school.yaml"]}`).toBe(
    `${was["school.yaml"]}`
      .replace("Thimble School", "Needle School")
      .replace("#a03050", "#123456")
      .replace('    tel: "+44 20 5550 0100"\n', '$&    fax: "1"\n'),
  );
});

test("a logo replaces the file before, and one that is no PNG is refused", async () => {
  const { school, publish, read, save, send } = await atDesk();
  const before = await read();
  const png = await readFile(path.join(FIXTURE, "logo.png"));
  const other = Buffer.concat([png, Buffer.from("more")]);
  const wrong = await save({}, { logo: await send(Buffer.from("<svg/>")) });
  expect(wrong.json.problems[0].message).toContain("is not a PNG, JPEG or SVG picture");
  expect(await read()).toEqual(before);
  const saved = await save({ name: "Needle" }, { logo: await send(other) });
  expect(saved.json.problems).toEqual([]);
  expect(pictureBytes((await read()).logo)).toEqual(other);
  await publish();
  const is = await exportSourceFiles(school);
  expect(is["logo.png"]).toEqual(other);
  expect(Object.keys(is).filter((name) => !name.includes("/"))).toEqual(
    Object.keys(await contentsOf(FIXTURE)).filter((name) => !name.includes("/")),
  );
});

test("a dark logo, an icon and a time zone are set by form and taken out again, and logos may be drawings or photos", async () => {
  const { school, publish, read, save, send } = await atDesk();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>';
  const drawing = { ...(await send(Buffer.from(svg))), type: "image/svg+xml" };
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer();
  const jpeg = { ...(await send(photo)), type: "image/jpeg" };
  const saved = await save(
    { time_zone: "Europe/Athens" },
    { logo: jpeg, logo_dark: drawing, favicon: drawing },
  );
  expect(saved.json.problems).toEqual([]);
  expect(await read()).toMatchObject({
    logo: `data:image/jpeg;base64,${photo.toString("base64")}`,
    favicon: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
  });
  await publish();
  const { organization } = (await school.call("/organizations/1")).json;
  expect(organization).toMatchObject({ zone: "Europe/Athens", favicon: expect.any(String) });
  expect(organization.logo_dark).toMatch(/^data:image\/svg/);
  expect((await save({ time_zone: "Mars" })).json.problems[0].message).toContain("time zone");
  const script = await send(Buffer.from(svg.replace("<path", "<script>1</script><path")));
  const bad = { ...script, type: "image/svg+xml" };
  expect((await save({}, { logo: bad })).json.problems).toHaveLength(1);
  expect((await save({}, { logo_dark: "none", favicon: "none" })).json.problems).toEqual([]);
  expect(await read()).toMatchObject({ logo_dark: "", favicon: "" });
});

test.each([
  ["in another encoding", () => Buffer.from("name: é", "latin1")],
  ["that is no YAML", () => "organisation: ["],
  ["that is too large", (text: string) => `${text}#${"x".repeat(1_100_000)}\n`],
])("a file %s is left to the editor of texts", async (_, change) => {
  const { read, save } = await atDesk(change);
  expect(await read()).toMatchObject({ source: true, checksum: null, fields: [], logo: "" });
  expect((await save({ name: "A" }, { replaces: "0".repeat(64) })).status).toBe(409);
});

test("another first language exchanges the texts, and is taken back in one step", async () => {
  const { school, token, call, publish, read: brand, save } = await atDesk();
  const was = await exportSourceFiles(school);
  expect((await save({}, { languages: ["he", "en"] })).json.problems).toEqual([]);
  expect((await brand()).languages).toEqual(["he", "en"]);
  const opened = await call("lessons/text?path=PM/lessons/paper.md");
  expect(opened.json.body).toBe(`${was["PM/lessons/paper.he.md"]}`);
  const read = async (language: string) => {
    const path = `/products/PM/lessons/paper?language=${language}`;
    return Object.keys((await school.call(path, { token })).json.lesson.html.languages);
  };
  const inBoth = [await read("en"), await read("he")];
  await publish();
  expect([await read("en"), await read("he")]).toEqual(inBoth);
  expect((await school.call("/organizations/1")).json.organization.language).toBe("he");
  const { texts } = (await call("texts")).json;
  expect(texts.filter((each: { outdated: boolean }) => each.outdated)).toEqual([]);
  const [step] = (await call("texts/steps")).json.steps;
  expect(step.count).toBeGreaterThan(3);
  await call(`texts/steps/${step.id}/undo`, "POST");
  expect(await exportSourceFiles(school)).toEqual(was);
});

test.each([
  ["another text in its place", "PM/lessons/paper.en.md", "# Paper\n", "file/misnamed"],
  ["a head that does not end", "PM/lessons/paper.md", "---\nid: 1\n", "file/wrong"],
])("%s keeps the first language, and is named", async (_, file, words, code) => {
  const { school, read, save, send } = await atDesk();
  await changeFile(school, { path: file, ...(await send(Buffer.from(words))) });
  const { json } = await save({}, { languages: ["he", "en"] });
  expect(json.problems).toMatchObject([{ code, values: [{ name: "name", text: file }] }]);
  expect((await read()).languages).toEqual(["en", "he"]);
});
