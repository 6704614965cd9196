import { createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { importChanged, pageOf } from "./changed-school.ts";
import type { TestSchool } from "./test-school.ts";

/** Adds files of this many bytes to the first lesson. @returns checksum by name in the tree */
export const addLargeFiles = async (school: TestSchool, count: number, size: number) => {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const bytes = randomBytes(size);
      const title = `large-${index}.webm`;
      const source = path.join(school.dataDir, title);
      await writeFile(source, bytes);
      return { title, source, checksum: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
  await importChanged(school, (content) => {
    const page = pageOf(content, "paper");
    for (const { title, source, checksum } of files) {
      page.html += `<video data-asset="${title}"></video>`;
      const facts = { kind: "asset", product: "PM", type: "video/webm" } as const;
      content.files.push({ ...facts, title, source, size, checksum });
    }
  });
  return new Map(files.map(({ title, checksum }) => [`assets/PM/${title}`, checksum]));
};
