import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import { parseId } from "../../page.ts";
import { HttpProblem } from "../../problem.ts";
import type { Store } from "../../store/store.ts";
import { checksumIn, findDraft, publishedVersions, replacedDrafts } from "../source/source-rows.ts";
import { openSourceText } from "../source/source-text.ts";

/**
 * A text as it is in a version of the content.
 * @param given the version's id, as somebody has sent it
 * @throws HttpProblem 404
 */
export const textInVersion = async (
  { read, store }: { readonly read: Kysely<Tables>; readonly store: Store },
  path: string,
  given: string,
) => {
  const id = parseId(given);
  const known = [
    await findDraft(read),
    ...(await publishedVersions(read)),
    ...(await replacedDrafts(read)),
  ];
  if (id === null || !known.some((version) => version?.id === id)) {
    throw new HttpProblem(404, "content/unknown_version", "There is no such version");
  }
  return openSourceText(store, await checksumIn(read, id, path));
};
