import { importSchool } from "../../../src/server/content/import-school.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { diskStore } from "./stored-path.ts";
import { fixtureSchool, type TestSchool } from "./test-school.ts";

/** The first page of a lesson of the fixture's first product. */
export const pageOf = ({ products }: CompiledSchool, key: string, language = "en") => {
  const page = products[0]?.lessons[key]?.html?.languages[language]?.pages[0];
  if (!page) throw new Error(`The fixture has no lesson ${key}`);
  return page;
};

/** Adds files of the content that have the bytes of another one. */
export const addLike = ({ files }: CompiledSchool, title: string, ...titles: string[]) => {
  const like = files.find((file) => file.title === title);
  if (!like) throw new Error(`The fixture has no ${title}`);
  files.push(...titles.map((each) => ({ ...like, title: each })));
};

/** Imports the fixture with an author's change. */
export const importChanged = async (
  school: TestSchool,
  change: (content: CompiledSchool) => void,
): Promise<void> => {
  const content = structuredClone(await fixtureSchool());
  change(content);
  await importSchool(school.database, diskStore(school.dataDir), content);
  await school.server.refresh();
};
