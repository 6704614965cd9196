import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { addAccount, subscribe } from "../../../src/server/db/accounts.ts";
import { courseIds } from "../../../src/server/db/course-ids.ts";
import { importSchool } from "../../../src/server/db/import-school.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { issueSerialNumber } from "../../../src/server/db/serial-numbers.ts";
import { Passwords } from "../../../src/server/passwords.ts";
import { DiskStore } from "../../../src/server/store/disk-store.ts";

/** The student of a filled school, who studies PMB. */
export const STUDENT = { username: "student", password: "demo-student" };

export interface FillOptions {
  /** The author's folder to which files are added. */
  folder: string;
  files: number;
  /** Size of each file. */
  bytes: number;
}

/** A school's data with a course that has many files. */
export interface FilledSchool {
  dataDir: string;
  /** Has enough seats for all machines of a measurement. */
  serialNumber: string;
  remove(): void;
}

const SEATS = 1000;

/** Adds the files to the last lesson that has a text, so that the first lesson shows none of them. */
const fill = (
  content: CompiledSchool,
  sources: readonly { source: string; checksum: string }[],
  size: number,
) => {
  const [product] = content.products;
  const pages = Object.values(product?.lessons ?? {}).flatMap(
    (lesson) => lesson.html?.languages.en?.pages ?? [],
  );
  const page = pages.at(-1);
  if (!product || !page) throw new Error("The school has no lesson to add files to.");
  for (const [index, { source, checksum }] of sources.entries()) {
    const title = `filling/${index}.png`;
    page.html += `<a data-asset="${title}">${index}</a>`;
    content.files.push({
      kind: "asset",
      product: product.props.key,
      title,
      source,
      type: "image/png",
      size,
      checksum,
    });
  }
};

/**
 * Creates a school's data with additional files of random bytes.
 * @throws an Error if the author's folder cannot be compiled
 */
export const fillSchool = async ({ folder, files, bytes }: FillOptions): Promise<FilledSchool> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "learning-space-filled-"));
  const sources = mkdtempSync(path.join(tmpdir(), "learning-space-filling-"));
  const remove = () => {
    for (const one of [dataDir, sources]) rmSync(one, { recursive: true, force: true });
  };
  process.once("exit", remove);
  const compiled = await compileSchool(folder);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));

  const write = (index: number) => {
    const content = randomBytes(bytes);
    const source = path.join(sources, `${index}`);
    writeFileSync(source, content);
    return { source, checksum: createHash("sha256").update(content).digest("hex") };
  };
  const made = Array.from({ length: files }, (_, index) => write(index));

  fill(compiled.value, made, bytes);
  const database = await openDatabase(dataDir, null);
  await importSchool(database, new DiskStore({ dataDir }), compiled.value);
  const passwordHash = await new Passwords().hash(STUDENT.password);
  const course = (await courseIds(database.read)).get("PMB") ?? 0;
  const serialNumber = await database.write(async (db) => {
    const added = await addAccount(db, {
      username: STUDENT.username,
      email: "student@thimble.example",
      firstName: "Noa",
      lastName: "Brand",
      // An administrator may open every lesson.
      level: 100,
      languages: ["en"],
      passwordHash,
      registered: "2026-01-15",
      expire: null,
    });
    if ("taken" in added) throw new Error(`${added.taken} is taken.`);
    const dates = { expDate: "2099-01-15", subDate: "2026-01-15", subMonths: 12 };
    await subscribe(db, added.id, course, dates);
    const asked = { name: "Bench", seats: SEATS, courses: null };
    return issueSerialNumber(db, asked, Date.now());
  });
  await database.close();

  return {
    dataDir,
    serialNumber,
    remove,
  };
};
