import { createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { importChanged } from "./changed-school.ts";
import type { TestSchool } from "./test-school.ts";

/**
 * Adds files of this many bytes to the first lesson.
 * @returns checksum by name in the tree
 */
export const addLargeFiles = async (
  school: TestSchool,
  count: number,
  size: number,
): Promise<Map<string, string>> => {
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
    const page = content.products[0]?.lessons.paper?.html?.languages.en?.pages[0];
    if (!page) throw new Error("The fixture has no paper");
    for (const { title, source, checksum } of files) {
      page.html += `<video data-asset="${title}"></video>`;
      content.files.push({
        kind: "asset",
        product: "PM",
        title,
        source,
        type: "video/webm",
        size,
        checksum,
      });
    }
  });
  return new Map(files.map(({ title, checksum }) => [`assets/PM/${title}`, checksum]));
};
