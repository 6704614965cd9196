import { FILM_SITES, type FilmSite } from "../../domain/outside-film.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { YamlFields } from "./yaml-field.ts";

/** What lessons may lead to outside of the school. */
export interface Outside {
  readonly links: boolean;
  /** The companies whose films lessons may show. */
  readonly films: readonly FilmSite[];
}

/** Reads it from the fields of `school.yaml`. A school allows nothing unless it says so. */
export const readOutside = (fields: Pick<YamlFields, "maybe">): Outside => {
  const sites = fields.maybe("outside_films")?.fields(FILM_SITES);
  return {
    links: fields.maybe("outside_links")?.boolean() ?? false,
    films: FILM_SITES.filter((site) => sites?.maybe(site)?.boolean()),
  };
};

/** What the text of `school.yaml` allows; nothing for one that cannot be read. */
export const outsideIn = (text: string): Outside => {
  const fields = parseYaml(text, "school.yaml", () => {});
  const given = new Map((fields?.isMap() ? fields.entries() : []).map((each) => [each.name, each]));
  return readOutside({ maybe: (name) => given.get(name) ?? null });
};

const WEB_LINK = /<a data-web="[^"]*">(.*?)<\/a>/gs;
const FILM = /<a data-film="([a-z]+)\/[^"]*">(.*?)<\/a>( <small>(.*?)<\/small>)/gs;

const allowedIn = (html: string, { links, films }: Outside): string => {
  const shown = html.replace(FILM, (film, site: string, words: string, small: string, address) => {
    if (films.some((each) => each === site)) return film;
    return links ? `<a data-web="${address}">${words}</a>` : words + small;
  });
  return links ? shown : shown.replace(WEB_LINK, "$1");
};

/** What is written of a lesson, by language. */
interface Written {
  readonly pages: { language: string; pages: { html: string }[] }[];
}

/** A lesson in which only words are left of what the school does not allow. */
export const withAllowed = <Draft extends Written>(draft: Draft, outside: Outside): Draft => ({
  ...draft,
  pages: draft.pages.map(({ language, pages }) => ({
    language,
    pages: pages.map((page) => ({ ...page, html: allowedIn(page.html, outside) })),
  })),
});

/** Whether a text is the address of a page or a shop on the web. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
