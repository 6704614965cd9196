import { FILM_SITE_NAMES, type FilmSite } from "../../domain/outside-film.ts";
import { checkDraftNumber } from "./draft-numbers.ts";
import type { DrawnFigures } from "./drawn-figures.ts";
import type { AcceptedType } from "./media-type.ts";
import type { Outside } from "./outside.ts";
import { markOf, type Say, sayUnknown } from "./problem-list.ts";
import type { ReferencedFiles } from "./referenced-files.ts";

/** Resolves what a text refers to. Each method reports an invalid reference. */
export interface References {
  term(name: string, say: Say): void;
  lesson(key: string, say: Say): void;
  asset(name: string, say: Say, accepted: AcceptedType): void;
  /**
   * A number of a draft.
   * @param stated what the text says for the example body
   */
  number(name: string, say: Say, stated: string): void;
  /** An address outside of the school. */
  web(address: string, say: Say): void;
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
    sayUnknown(say, "The glossary has no term", "term", name, terms);
  };

/** What the texts of a product may refer to. */
export interface ProductNames {
  readonly terms: Terms;
  readonly product: string;
  readonly lessonKeys: ReadonlySet<string>;
  readonly assets: ReferencedFiles;
  readonly figures: DrawnFigures;
  /** What the school allows; null when that is unknown, and then everything is accepted. */
  readonly outside: Outside | null;
}

/** For a product's texts, which may refer to its lessons and assets, and to drafts. */
export const productReferences = (
  { terms, product, lessonKeys, assets, figures, outside }: ProductNames,
  language: string,
): References => ({
  term: checkTerm(terms),
  lesson: (key, say) => {
    if (lessonKeys.has(key)) return;
    sayUnknown(say, `${product} has no lesson`, "lesson", key, lessonKeys);
  },
  asset: (name, say, accepted) => assets.take(name, accepted, say),
  number: (name, say, stated) => checkDraftNumber(name, stated, language, say),
  web: (address, say) => {
    if (outside === null || outside.links) return;
    say(
      `"${address}" leads out of the school, so only its words are shown: "outside_links: true" in school.yaml allows such links.`,
      markOf("address/not-allowed", address),
    );
  },
  film: (site, say) => {
    if (outside === null || outside.films.includes(site)) return;
    const name = FILM_SITE_NAMES[site];
    say(
      `The school does not show films of ${name}, so only the words are shown: "outside_films: {${site}: true}" in school.yaml allows them.`,
      markOf("film/not-allowed", name),
    );
  },
  figure: (name, say) => figures.take(name, language, say),
});

const notHere = (name: string) => markOf("target/not-here", name);

/** For the school's texts, which belong to no product and may not refer to lessons or assets. */
export const schoolReferences = (terms: Terms): References => ({
  term: checkTerm(terms),
  lesson: (name, say) => say("A link to a lesson is allowed only in a lesson.", notHere(name)),
  asset: (name, say) =>
    say("Pictures, videos and sheets are allowed only in a lesson.", notHere(name)),
  number: (name, say) => say("Numbers of a draft are allowed only in a lesson.", notHere(name)),
  web: (address, say) => say("Links to the web are allowed only in a lesson.", notHere(address)),
  film: (site, say) => say("Films are allowed only in a lesson.", notHere(FILM_SITE_NAMES[site])),
  figure: (name, say) => {
    say("Pictures, videos and sheets are allowed only in a lesson.", notHere(name));
    return "";
  },
});
