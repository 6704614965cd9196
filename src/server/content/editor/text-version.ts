import type { Kysely } from "kysely";
import type { Tables } from "../../db/schema.ts";
import { HttpProblem } from "../../problem.ts";
import type { Store } from "../../store/store.ts";
import { openSourceText } from "../source/source-text.ts";
import { textHistory } from "./text-history.ts";

/** A text as it was. @throws HttpProblem 404 for bytes that it never had */
export const earlierText = async (
  { read, store }: { readonly read: Kysely<Tables>; readonly store: Store },
  path: string,
  checksum: string,
) => {
  const history = await textHistory(read, path);
  if (!history.some((each) => each.checksum === checksum)) {
    throw new HttpProblem(404, "content/unknown_version", "There is no such version");
  }
  return openSourceText(store, checksum);
};
