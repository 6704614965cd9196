import { FILM_SITE_NAMES, type FilmSite } from "../../domain/outside-film.ts";
import { checkDraftNumber } from "./draft-numbers.ts";
import type { DrawnFigures } from "./drawn-figures.ts";
import type { AcceptedType } from "./media-type.ts";
import { didYouMean, type Say, unknownTarget } from "./problem-list.ts";
import type { ReferencedFiles } from "./referenced-files.ts";

/** Resolves what a text refers to. Each method reports an invalid reference. */
export interface References {
  term(name: string, say: Say): void;
  lesson(key: string, say: Say): void;
  asset(name: string, accepted: AcceptedType, say: Say): void;
  /**
   * A number of a draft.
   * @param stated what the text says for the example body
   */
  number(name: string, stated: string, say: Say): void;
  /** A film at another company. */
  film(site: FilmSite, say: Say): void;
  /** A figure of a draft. Returns the name of its file among the assets. */
  figure(name: string, say: Say): string;
}

/** The glossary's terms; null when they are unknown, and then every term is accepted. */
export type Terms = ReadonlySet<string> | null;

const checkTerm =
  (terms: Terms) =>
  (name: string, say: Say): void => {
    if (terms === null || terms.has(name)) return;
    say(
      `The glossary has no term "${name}"${didYouMean(name, terms) || "."}`,
      unknownTarget("term", name, terms),
    );
  };

/** What the texts of a product may refer to. */
export interface ProductNames {
  readonly terms: Terms;
  readonly product: string;
  readonly lessonKeys: ReadonlySet<string>;
  readonly assets: ReferencedFiles;
  readonly figures: DrawnFigures;
  /** The companies whose films the school allows; null when they are unknown, and then each is accepted. */
  readonly outsideFilms: readonly FilmSite[] | null;
}

/** For a product's texts, which may refer to its lessons and assets, and to drafts. */
export const productReferences = (
  { terms, product, lessonKeys, assets, figures, outsideFilms }: ProductNames,
  language: string,
): References => ({
  term: checkTerm(terms),
  lesson: (key, say) => {
    if (!lessonKeys.has(key)) {
      say(
        `${product} has no lesson "${key}"${didYouMean(key, lessonKeys) || "."}`,
        unknownTarget("lesson", key, lessonKeys),
      );
    }
  },
  asset: (name, accepted, say) => assets.take(name, accepted, say),
  number: (name, stated, say) => checkDraftNumber(name, stated, language, say),
  film: (site, say) => {
    if (outsideFilms === null || outsideFilms.includes(site)) return;
    say(
      `The school does not show films of ${FILM_SITE_NAMES[site]}: add "outside_films: [${site}]" to school.yaml to allow them.`,
    );
  },
  figure: (name, say) => figures.take(name, language, say),
});

/** For the school's texts, which belong to no product and may not refer to lessons or assets. */
export const schoolReferences = (terms: Terms): References => ({
  term: checkTerm(terms),
  lesson: (_key, say) => say("A link to a lesson is allowed only in a lesson."),
  asset: (_name, _accepted, say) =>
    say("Pictures, videos and sheets are allowed only in a lesson."),
  number: (_name, _stated, say) => say("Numbers of a draft are allowed only in a lesson."),
  film: (_site, say) => say("Films are allowed only in a lesson."),
  figure: (_name, say) => {
    say("Pictures, videos and sheets are allowed only in a lesson.");
    return "";
  },
});
