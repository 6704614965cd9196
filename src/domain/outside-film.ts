/** The companies whose films lessons may show, if the school allows it. */
export const FILM_SITES = ["youtube", "vimeo"] as const;

export type FilmSite = (typeof FILM_SITES)[number];

/** A film at another company. */
export interface OutsideFilm {
  readonly site: FilmSite;
  readonly id: string;
}

const YOUTUBE = /^[\w-]{11}$/;
/** A number, and the key of a film that is not listed. */
const VIMEO = /^(\d{1,12})(?:\/([\da-f]{6,20}))?$/;

/** Host, path and query of an address. There is no `URL` where there is no DOM. */
const ADDRESS =
  /^https:\/\/(?:www\.|m\.|player\.)?([a-z.-]+)(?::443)?(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i;

const parameter = (query: string, name: string): string =>
  query
    .split("&")
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

const youtubeId = (host: string, path: string, query: string): string => {
  const [, kind = "", id = ""] = path.split("/");
  if (host === "youtu.be") return kind;
  return ["embed", "shorts", "live"].includes(kind) ? id : parameter(query, "v");
};

/** The film to which an address of YouTube or Vimeo leads, such as `https://youtu.be/…`; null for any other address. */
export const outsideFilmOf = (address: string): OutsideFilm | null => {
  const [, site = "", path = "", query = ""] = ADDRESS.exec(address) ?? [];
  const host = site.toLowerCase();
  if (["youtube.com", "youtu.be", "youtube-nocookie.com"].includes(host)) {
    const id = youtubeId(host, path, query);
    return YOUTUBE.test(id) ? { site: "youtube", id } : null;
  }
  if (host !== "vimeo.com") return null;
  const named = path.replace(/^\/(?:video\/)?/, "").replace(/\/$/, "");
  const [, number, key = parameter(query, "h")] = VIMEO.exec(named) ?? [];
  if (number === undefined) return null;
  const id = key === "" ? number : `${number}/${key}`;
  return VIMEO.test(id) ? { site: "vimeo", id } : null;
};

/** Reads how lessons name a film, such as `youtube/…`; null for anything else. */
export const parseOutsideFilm = (named: string): OutsideFilm | null => {
  const [, site = "", id = ""] = /^(\w+)\/(.+)$/.exec(named) ?? [];
  if (site === "youtube" && YOUTUBE.test(id)) return { site, id };
  return site === "vimeo" && VIMEO.test(id) ? { site, id } : null;
};

/** The names of the companies, which no language translates. */
export const FILM_SITE_NAMES: Readonly<Record<FilmSite, string>> = {
  youtube: "YouTube",
  vimeo: "Vimeo",
};

/** Where the players of the companies come from. */
export const FILM_PLAYERS: Readonly<Record<FilmSite, string>> = {
  youtube: "https://www.youtube-nocookie.com",
  vimeo: "https://player.vimeo.com",
};

/** The address at which somebody watches a film in a browser. */
export const outsideFilmAddress = ({ site, id }: OutsideFilm): string =>
  site === "youtube" ? `https://youtu.be/${id}` : `https://vimeo.com/${id}`;

/** The address of the player of a film, which begins at once. */
export const outsideFilmPlayer = ({ site, id }: OutsideFilm): string => {
  if (site === "youtube") return `${FILM_PLAYERS.youtube}/embed/${id}?autoplay=1&rel=0`;
  const [number, key] = id.split("/");
  return `${FILM_PLAYERS.vimeo}/video/${number}?autoplay=1&dnt=1${key ? `&h=${key}` : ""}`;
};
