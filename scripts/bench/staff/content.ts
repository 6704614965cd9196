import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { type Database, openDatabase } from "../../../src/server/db/open-database.ts";
import { RECIPE, widthsFor } from "../../../src/server/pictures/picture.ts";
import { waitingPhotos } from "../../../src/server/pictures/picture-rows.ts";
import { bareEnvironment } from "../../../tests/server/support/bare-environment.ts";
import { writeLargeSchool } from "../large-school.ts";
import type { Figures } from "../report.ts";

const [WIDTH, HEIGHT] = [1200, 900];
const QUALITY = 80;
/** So many photos tell how long one takes. */
const CONVERTED = 10;
const LOOK_MS = 50;

/** A function that makes photos of the same pixels in other bytes, as each has a comment of its own. */
const photoMaker = async (): Promise<(number: number) => Buffer> => {
  const noise = { type: "gaussian", mean: 128, sigma: 12 } as const;
  const create = { width: WIDTH, height: HEIGHT, channels: 3, background: "#888", noise } as const;
  const jpeg = await sharp({ create }).blur(1.5).jpeg({ quality: QUALITY }).toBuffer();
  const [start, rest] = [jpeg.subarray(0, 2), jpeg.subarray(2)];
  return (number) => {
    const text = Buffer.from(String(number).padStart(8, "0"));
    const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2, ...text]);
    return Buffer.concat([start, comment, rest]);
  };
};

const startImport = (folder: string, dataDir: string) => {
  const child = spawn(process.execPath, ["src/server/cli.ts", "content", "import", folder], {
    cwd: path.join(import.meta.dirname, "../../.."),
    env: { ...bareEnvironment(), DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, ended };
};

const count = async (database: Database, table: "source_version" | "picture_variant") =>
  Number(
    (
      await database.read
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("rows"))
        .execute()
    )[0]?.rows,
  );

/** Gives all photos forms of a few bytes, as if they were converted. */
const pretendConverted = async (database: Database, dataDir: string): Promise<void> => {
  const photos = await waitingPhotos(database.read);
  await database.write(async (db) => {
    for (const { source, width } of photos) {
      const forms = widthsFor(width).flatMap((each) =>
        ["image/avif", "image/webp"].map((type) => ({ source, type, width: each })),
      );
      const rows = forms.map((form) => {
        const text = JSON.stringify(form);
        const checksum = hash("sha256", text);
        writeFileSync(path.join(dataDir, "files", checksum), text);
        return { ...form, checksum, size: text.length };
      });
      await db.insertInto("picture_variant").values(rows).execute();
    }
    await db.updateTable("picture").set({ recipe: RECIPE }).execute();
    await db.deleteFrom("job").execute();
  });
};

/** Measures the first import of a large course with photos until students have it, and an unchanged one. */
export const measureContent = async (): Promise<Figures> => {
  using folder = writeLargeSchool(await photoMaker());
  using data = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-"));
  const database = await openDatabase(data.path, null);
  try {
    const began = performance.now();
    const { child, ended } = startImport(folder.path, data.path);
    while ((await count(database, "source_version")) === 0) {
      if (child.exitCode !== null) throw new Error("The import has failed");
      await pause(LOOK_MS);
    }
    const published = (performance.now() - began) / 1000;
    const forms = 2 * widthsFor(WIDTH).length;
    while ((await count(database, "picture_variant")) < CONVERTED * forms) await pause(LOOK_MS);
    const each = ((performance.now() - began) / 1000 - published) / CONVERTED;
    child.kill("SIGKILL");
    await ended;
    await pretendConverted(database, data.path);
    const beganAgain = performance.now();
    if ((await startImport(folder.path, data.path).ended) !== 0) {
      throw new Error("The second import has failed");
    }
    const again = (performance.now() - beganAgain) / 1000;
    console.log(
      `    2,000 lessons with 4,000 photos: published after ${published.toFixed(1)} s, then ${each.toFixed(1)} s for each photo; imported again in ${again.toFixed(1)} s`,
    );
    return {
      "2,000 lessons with 4,000 photos published, s": published,
      "the same imported again, s": again,
    };
  } finally {
    await database.close();
  }
};
