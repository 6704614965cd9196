import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { getBrand } from "../../../src/contract/staff-brand.ts";
import { publishDraft } from "../../../src/server/content/source/source-work.ts";
import {
  authorsFolder,
  BY_COMMAND,
  change as changeFile,
  contentsOf,
  importFolder,
  sourceSchool,
} from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { exportSourceFiles } from "../support/exported-source.ts";
import { openSchool } from "../support/test-school.ts";

/** A school with its author's folder, and an administrator at the desk. */
const atDesk = async (change: (text: string) => string | Buffer = (text) => text) => {
  const school = await openSchool();
  const folder = await authorsFolder();
  const file = path.join(folder, "school.yaml");
  const text = await readFile(file, "utf8");
  await importFolder(school, folder);
  const token = await school.token(await school.add({ level: 100 }));
  const send = async (bytes: Buffer) => {
    const checksum = hash("sha256", bytes);
    const size = bytes.length;
    await school.call(`/staff/content/uploads/${checksum}?at=0&size=${size}&use=file`, {
      ...{ method: "PUT", token, body: bytes },
    });
    return { checksum, size };
  };
  const other = change(text);
  if (other !== text) {
    await changeFile(school, { path: "school.yaml", ...(await send(Buffer.from(other))) });
  }
  const read = async () =>
    decode(getBrand, (await school.call("/staff/school/brand", { token })).json);
  const save = async (
    fields: Record<string, string>,
    { replaces, languages = null, logo = null }: SaveOptions = {},
  ) =>
    school.call("/staff/school/brand", {
      ...{ method: "PUT", token },
      json: {
        replaces: replaces ?? (await read()).checksum,
        fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
        ...{ languages, logo },
      },
    });
  return { school, folder, token, read, save, send };
};

interface SaveOptions {
  replaces?: string;
  languages?: string[] | null;
  logo?: { checksum: string; size: number } | null;
}

const text = (contents: Record<string, string>, name = "school.yaml") =>
  Buffer.from(contents[name] ?? "", "base64").toString();

test("a brand that is saved is in the draft alone until it is published, with the rest of the folder as it was", async () => {
  const { school, folder, read, save } = await atDesk();
  const before = await read();
  expect(before).toMatchObject({ source: true, draft: false, languages: ["en", "he"] });
  expect(before.fields).toContainEqual({ name: "accent", value: "#a03050" });
  expect(Buffer.from(before.logo, "base64")).toEqual(await readFile(path.join(folder, "logo.png")));
  const answer = await save({ name: "Needle School", accent: "#123456", "footer/fax": "1" });
  expect(answer.json.problems).toEqual([]);
  const after = await read();
  expect(after).toMatchObject({ draft: true, checksum: answer.json.checksum });
  const name = async () => (await school.call("/organizations/1")).json.organization.name;
  expect(await name()).toBe("Thimble School");
  await publishDraft(sourceSchool(school), { actor: BY_COMMAND });
  await school.server.refresh();
  expect(await name()).toBe("Needle School");
  const [was, is] = [await contentsOf(folder), await exportSourceFiles(school)];
  expect({ ...is, "school.yaml": "" }).toEqual({ ...was, "school.yaml": "" });
  expect(text(is)).toBe(
    text(was)
      .replace("Thimble School", "Needle School")
      .replace("#a03050", "#123456")
      .replace('    tel: "+44 20 5550 0100"\n', '$&    fax: "1"\n'),
  );
});

test("a saved brand is recorded with who has changed the file", async () => {
  const { school, save } = await atDesk();
  await save({ title: "Sewing" });
  const rows = await school.database.read
    .selectFrom("audit")
    .select(["action", "kind", "subject", "actor"])
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  expect(rows).toEqual([
    { action: "changed", kind: "content", subject: "school.yaml", actor: "person" },
  ]);
  const count = async () =>
    Number(
      (
        await school.database.read
          .selectFrom("audit")
          .select(({ fn }) => fn.countAll<number>().as("rows"))
          .executeTakeFirstOrThrow()
      ).rows,
    );
  const rowsBefore = await count();
  expect((await save({ title: "Sewing" })).json.problems).toEqual([]);
  expect(await count()).toBe(rowsBefore);
});

test("of two people who save the brand the second is told, and nothing is lost", async () => {
  const { read, save } = await atDesk();
  const { checksum } = await read();
  const replaces = checksum ?? "";
  expect((await save({ name: "First" }, { replaces })).status).toBe(200);
  const second = await save({ name: "Second" }, { replaces });
  expect([second.status, second.json.code]).toEqual([409, "content/conflict"]);
  expect((await read()).fields[0]).toEqual({ name: "name", value: "First" });
});

test.each([
  ["no name", { name: " " }, /"name" is missing/],
  ["no colour", { accent: "red" }, /must be a colour/],
  ["no address", { "footer/url": "javascript:alert(1)" }, /must be an address/],
  ["a long title", { title: "x".repeat(61) }, /more than 60/],
  ["a name in lines", { short_name: "a\nb" }, /must be one line/],
])(
  "a brand with %s is refused with the reason, and nothing is changed",
  async (_, fields, reason) => {
    const { read, save } = await atDesk();
    const before = await read();
    const { json } = await save(fields);
    expect(json.problems.map(({ message }: { message: string }) => message).join()).toMatch(reason);
    expect(await read()).toEqual(before);
  },
);

test("a logo replaces the file before, and one that is no PNG is refused", async () => {
  const { school, folder, read, save, send } = await atDesk();
  const before = await read();
  const png = await readFile(path.join(folder, "logo.png"));
  const other = Buffer.concat([png, Buffer.from("more")]);
  const wrong = await save({}, { logo: await send(Buffer.from("<svg/>")) });
  expect(wrong.json.problems[0].message).toContain("is not a PNG picture");
  expect(await read()).toEqual(before);
  const unsent = await save({}, { logo: { checksum: "0".repeat(64), size: 9 } });
  expect([unsent.status, unsent.json.code]).toEqual([422, "content/missing_files"]);
  const large = await save({}, { logo: await send(Buffer.alloc(300_000, png)) });
  expect(large.json.problems[0].message).toContain("256 kB");
  const saved = await save({ name: "Needle" }, { logo: await send(other) });
  expect(saved.json.problems).toEqual([]);
  expect(Buffer.from((await read()).logo, "base64")).toEqual(other);
  await publishDraft(sourceSchool(school), { actor: BY_COMMAND });
  const is = await exportSourceFiles(school);
  expect(is["logo.png"]).toBe(other.toString("base64"));
  expect(Object.keys(is).filter((name) => !name.includes("/"))).toEqual(
    Object.keys(await contentsOf(folder)).filter((name) => !name.includes("/")),
  );
});

test.each([
  ["in another encoding", () => Buffer.from("name: é", "latin1")],
  ["that is no YAML", () => "organisation: ["],
  ["that is too large", (text: string) => `${text}#${"x".repeat(300_000)}\n`],
])("a file %s is left to the editor of texts", async (_, change) => {
  const { read, save } = await atDesk(change);
  expect(await read()).toMatchObject({ source: true, checksum: null, fields: [], logo: "" });
  expect((await save({ name: "A" }, { replaces: "0".repeat(64) })).status).toBe(409);
});

test("a school whose content has no folder says so, and takes no brand", async () => {
  const school = await openSchool();
  const token = await school.token(await school.add({ level: 100 }));
  const { json } = await school.call("/staff/school/brand", { token });
  expect(json).toMatchObject({ source: false, checksum: null, fields: [] });
  const body = { replaces: "0".repeat(64), languages: null, fields: [], logo: null };
  const answer = await school.call("/staff/school/brand", { method: "PUT", token, json: body });
  expect([answer.status, answer.json.code]).toEqual([409, "content/no_source"]);
});
