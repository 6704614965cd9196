import { createHash, randomBytes } from "node:crypto";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readDemoSerial } from "../../../src/server/cli/demo/demo-accounts.ts";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { importSchool } from "../../../src/server/content/import-school.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { DiskStore } from "../../../src/server/store/disk-store.ts";
import type { RunningSchool } from "../../school/start-school.ts";
import { importDemoSchool, startSecureSchool } from "../prepared-school.ts";

const DEMO_SCHOOL = path.join(import.meta.dirname, "../../../resources/demo-school");

/** Writes files of random bytes. */
const writeFiles = (folder: string, sizes: readonly number[]) =>
  sizes.map((size, index) => {
    const content = randomBytes(size);
    const source = path.join(folder, `${index}`);
    writeFileSync(source, content);
    return { source, size, checksum: createHash("sha256").update(content).digest("hex") };
  });

/** Adds files to the last lesson that has a text, so that the first lesson shows none of them. */
const addFiles = (
  { products, files }: CompiledSchool,
  added: readonly { source: string; size: number; checksum: string }[],
): void => {
  const [product] = products;
  const pages = Object.values(product?.lessons ?? {}).flatMap(
    (lesson) => lesson.html?.languages.en?.pages ?? [],
  );
  const page = pages.at(-1);
  if (!product || !page) throw new Error("The school has no lesson to add files to.");
  for (const [index, file] of added.entries()) {
    const title = `filling/${index}.png`;
    page.html += `<a data-asset="${title}">${index}</a>`;
    files.push({ kind: "asset", product: product.props.key, title, type: "image/png", ...file });
  }
};

/** The demo school whose first product has many more files. */
export interface FilledSchool extends RunningSchool {
  /** Activates the desktop app. */
  serialNumber: string;
}

/** Adds files to an imported demo school. @returns its serial number */
const fillSchool = async (dataDir: string, sizes: readonly number[]): Promise<string> => {
  using sources = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-filling-"));
  const compiled = await compileSchool(DEMO_SCHOOL);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.failure));
  addFiles(compiled.value, writeFiles(sources.path, sizes));
  const database = await openDatabase(dataDir, null);
  try {
    await importSchool(database, new DiskStore({ dataDir }), compiled.value);
    return (await readDemoSerial(database)) ?? "";
  } finally {
    await database.close();
  }
};

/**
 * Starts the demo school with additional files.
 * @param sizes the bytes of each of them
 */
export const startFilledSchool = async (sizes: readonly number[]): Promise<FilledSchool> => {
  // A later start imports nothing, as the folder of the demo school has not changed.
  const data = await importDemoSchool();
  const serialNumber = await fillSchool(data.path, sizes);
  const school = await startSecureSchool({ dataDir: data.path });
  const stop = async () => {
    await school.stop();
    data.remove();
  };
  return { ...school, serialNumber, stop, [Symbol.asyncDispose]: stop };
};
