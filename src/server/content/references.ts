import type { AcceptedType } from "./media-type.ts";
import { didYouMean } from "./nearest-name.ts";
import type { Say } from "./problem-list.ts";
import type { ReferencedFiles } from "./referenced-files.ts";

/** Resolves what a text refers to. Each method reports an invalid reference. */
export interface References {
  term(name: string, say: Say): void;
  lesson(key: string, say: Say): void;
  asset(name: string, accepted: AcceptedType, say: Say): void;
}

/** The glossary's terms; null when they are unknown, and then every term is accepted. */
export type Terms = ReadonlySet<string> | null;

const checkTerm =
  (terms: Terms) =>
  (name: string, say: Say): void => {
    if (terms === null || terms.has(name)) return;
    say(`The glossary has no term "${name}"${didYouMean(name, terms) || "."}`);
  };

/** For a product's texts, which may refer to its lessons and assets. */
export const productReferences = (
  terms: Terms,
  product: string,
  lessonKeys: ReadonlySet<string>,
  assets: ReferencedFiles,
): References => ({
  term: checkTerm(terms),
  lesson: (key, say) => {
    if (!lessonKeys.has(key)) {
      say(`${product} has no lesson "${key}"${didYouMean(key, lessonKeys) || "."}`);
    }
  },
  asset: (name, accepted, say) => assets.take(name, accepted, say),
});

/** For the school's texts, which belong to no product and may not refer to lessons or assets. */
export const schoolReferences = (terms: Terms): References => ({
  term: checkTerm(terms),
  lesson: (_key, say) => say("A link to a lesson is allowed only in a lesson."),
  asset: (_name, _accepted, say) =>
    say("Pictures, videos and sheets are allowed only in a lesson."),
});
