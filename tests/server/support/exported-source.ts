import path from "node:path";
import { materialize } from "../../../src/server/content/source/materialize.ts";
import { presentSource } from "../../../src/server/content/source/source-text.ts";
import { contentsOf } from "./content-source.ts";
import { diskStore } from "./stored-path.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { TestSchool } from "./test-school.ts";

/** The bytes of all files of the draft, or without one of what is published, by their paths. */
export const exportSourceFiles = async (school: TestSchool): Promise<Record<string, string>> => {
  const folder = path.join(temporaryFolder(), "exported");
  const source = await presentSource(school.database.read);
  await materialize(diskStore(school.dataDir), [...(source?.files.values() ?? [])], folder);
  return contentsOf(folder);
};
