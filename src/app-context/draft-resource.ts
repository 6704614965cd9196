import { createResource } from "../core/create-resource.ts";
import type { Result } from "../lib/result.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { App } from "./app.ts";

/**
 * Whoever edits the draft reads the school's texts in the draft's first language: a school that has published nothing
 * tells nobody else which it is.
 * @param languages those of the draft, the school's own one first
 */
export const readIn = ({ language }: Pick<App, "language">, [first]: readonly string[]): void => {
  if (first) language.setSchool(first);
};

/** What staff see of the draft, together with its languages. */
export const createDraftResource = <Value extends { readonly languages: readonly string[] }>(
  app: Pick<App, "language">,
  fetch: () => Promise<Result<Value, CallFailure>>,
) =>
  createResource<Value, CallFailure>({
    async fetch() {
      const answer = await fetch();
      if (answer.ok) readIn(app, answer.value.languages);
      return answer;
    },
  });
