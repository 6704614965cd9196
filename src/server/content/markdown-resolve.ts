import type { Token } from "markdown-it";
import { type OutsideFilm, outsideFilmAddress, outsideFilmOf } from "../../domain/outside-film.ts";
import { isWebLink } from "../../domain/web-link.ts";
import { normalize } from "../normalize.ts";
import { escapeHtml, MEDIA_TOKEN, plainText } from "./markdown-parser.ts";
import { isAccepted } from "./media-type.ts";
import { markOf, type Report, type Say } from "./problem-list.ts";
import type { References } from "./references.ts";

const LINK_FORMS = "term:TERM, lesson:KEY, asset:NAME or draft:BLOCK.NUMBER";

/** A name in a destination, in the form in which names are compared. */
const decoded = (destination: string): string => {
  try {
    return normalize(decodeURIComponent(destination));
  } catch {
    return normalize(destination);
  }
};

/** Turns an opening link token into the element for its destination. Returns the element's name. */
const resolveLink = (token: Token, references: References, say: Say): string => {
  const destination = String(token.attrGet("href") ?? "");
  const named =
    token.markup === "autolink" ? null : /^(term|lesson|asset|draft):(.*)$/s.exec(destination);
  const [, scheme = "", rest = ""] = named ?? [];
  const name = decoded(rest);
  if (token.attrGet("title")) {
    say("A link cannot have a title in quotes after its address.", { code: "link/odd" });
  }
  token.attrs = [[`data-${scheme}`, name]];
  switch (scheme) {
    case "term":
      references.term(name, say);
      return "dfn";
    case "lesson":
      references.lesson(name, say);
      return "a";
    case "asset":
      references.asset(name, say, "any");
      return "a";
    case "draft":
      // Its text is verified once it is known.
      return "span";
    default:
      if (isWebLink(destination)) {
        token.attrs = [["data-web", destination]];
        references.web(destination, say);
        return "a";
      }
      say(
        /^([a-z][a-z0-9+.-]*:|\/\/|www\.)/i.test(destination)
          ? `"${destination}" is an address outside: a link can only be ${LINK_FORMS}.`
          : `"${destination}" leads nowhere: a link can only be ${LINK_FORMS}.`,
        markOf("address/outside", destination),
      );
      return "a";
  }
};

/** A number of a draft in a caption, which is no Markdown otherwise. */
const NUMBER_IN_CAPTION = /\[([^[\]]+)\]\(draft:([^()\s]+)\)/g;

const captionHtml = (caption: string, references: References, say: Say): string => {
  let html = "";
  let at = 0;
  for (const { 0: whole, 1: stated = "", 2: rest = "", index } of caption.matchAll(
    NUMBER_IN_CAPTION,
  )) {
    const name = decoded(rest);
    references.number(name, say, stated);
    html += escapeHtml(caption.slice(at, index));
    html += `<span data-draft="${escapeHtml(name)}">${escapeHtml(stated)}</span>`;
    at = index + whole.length;
  }
  return html + escapeHtml(caption.slice(at));
};

/** Replaces a picture or video token by its final markup. */
const resolveMedia = (token: Token, isFigure: boolean, references: References, say: Say): void => {
  const destination = String(token.attrGet("src") ?? "");
  const caption = String(token.attrGet("title") ?? "");
  const words = plainText(token.children ?? []);
  const [name = "", ...parameters] = destination.split("?").map(decoded);
  const parameter = parameters.join("?");
  const poster = /^poster=(.+)$/s.exec(parameter)?.[1] ?? null;
  const isVideo = isAccepted(name, "video");

  const figure = /^draft:(.*)$/s.exec(destination)?.[1];
  let file = name;
  if (figure !== undefined) file = references.figure(decoded(figure), say);
  else if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(destination)) {
    const message = `"${destination}" is an address: use the picture's name in assets/.`;
    say(message, markOf("address/outside", destination));
  } else references.asset(name, say, isVideo ? "video" : "picture");
  if (words === "") {
    const message = `"${name}" has no alternative text: write it in the [ ].`;
    say(message, markOf("picture/undescribed", name));
  }
  if (figure === undefined && parameters.length > 0 && (poster === null || !isVideo)) {
    const message = `"?${parameter}" is not allowed here: a video may have ?poster=NAME.`;
    say(message, { code: "link/odd" });
  }
  if (poster !== null) references.asset(poster, say, "picture");
  if (caption !== "" && !isFigure) {
    say("A caption is shown only when the picture is alone in its paragraph.", {
      code: "caption/hidden",
    });
  }

  const posterAttribute = poster === null ? "" : ` data-poster="${escapeHtml(poster)}"`;
  const draftAttribute = figure === undefined ? "" : ` data-draft="${escapeHtml(decoded(figure))}"`;
  const markup = isVideo
    ? `<video data-asset="${escapeHtml(name)}"${posterAttribute} aria-label="${escapeHtml(words)}"></video>`
    : `<img data-asset="${escapeHtml(file)}"${draftAttribute} alt="${escapeHtml(words)}">`;
  token.type = MEDIA_TOKEN;
  token.content = caption
    ? `${markup}<figcaption>${captionHtml(caption, references, say)}</figcaption>`
    : markup;
};

/** Matches a link or picture with a syntax error, which Markdown leaves as plain text. */
const BROKEN =
  /[\]］]\s?[(（]\s?(?:term|lesson|asset|draft)\s?[:：]|[!！][[［][^\]］]{0,500}[\]］]\s?[(（]/;

const resolveInline = (
  children: Token[],
  isFigure: boolean,
  references: References,
  say: (token: Token) => Say,
): void => {
  const open: { tag: string; at: number }[] = [];
  for (const [index, token] of children.entries()) {
    const here = say(token);
    if (token.type === "link_open") {
      token.tag = resolveLink(token, references, here);
      open.push({ tag: token.tag, at: index });
    } else if (token.type === "link_close") {
      const start = open.pop();
      token.tag = start?.tag ?? "a";
      const inside = children.slice(start?.at ?? index, index);
      const draft = inside[0]?.attrGet("data-draft");
      if (plainText(inside) === "" && !inside.some(({ type }) => type === MEDIA_TOKEN)) {
        here("A link needs text.", { code: "link/empty" });
      } else if (typeof draft === "string") {
        if (inside.slice(1).every(({ type }) => type === "text")) {
          references.number(draft, here, plainText(inside));
        } else {
          const message =
            "A number of a draft stands alone in its [ ]: put ** and * around the whole.";
          const values = { name: draft, stated: plainText(inside) };
          here(message, { code: "number/unread", values });
        }
      }
    } else if (token.type === "image") resolveMedia(token, isFigure, references, here);
    else if (token.type === "html_inline") reportHtml(token, here);
    else if (token.type === "text" && BROKEN.test(token.content)) {
      here(
        "This link or picture cannot be read: put a name with a space in < >, and no space between ] and (.",
        { code: "link/broken" },
      );
    }
  }
};

const reportHtml = (token: Token, say: Say): void => {
  const shown = (token.content.trim().split("\n", 1)[0] ?? "").slice(0, 60);
  say(`HTML is not allowed in Markdown: ${shown}`, markOf("html/refused", shown));
};

/** The film at another company to which a link leads that is all of its paragraph. */
const loneFilm = (children: Token[]): OutsideFilm | null => {
  const shown = children.filter((token) => token.type !== "text" || token.content.trim() !== "");
  const [first, last] = [shown[0], shown.at(-1)];
  if (first?.type !== "link_open" || last?.type !== "link_close") return null;
  if (shown.filter(({ type }) => type === "link_open").length > 1) return null;
  return outsideFilmOf(String(first.attrGet("href") ?? ""));
};

/** A link that the app turns into a player, with its address for paper and other programs. */
const filmHtml = (film: OutsideFilm, words: string): string => {
  const address = outsideFilmAddress(film);
  const named = escapeHtml(words === "" ? address : words);
  return `<a data-film="${film.site}/${film.id}">${named}</a> <small>${escapeHtml(address)}</small>`;
};

const resolveFilm = (
  inline: Token,
  children: Token[],
  film: OutsideFilm,
  references: References,
  say: Say,
): void => {
  references.film(film.site, say);
  const [media] = children;
  if (!media) return;
  const content = filmHtml(film, plainText(children));
  inline.children = [Object.assign(media, { type: MEDIA_TOKEN, content, nesting: 0 })];
};

/** Whether a paragraph holds one picture and nothing else. */
const isLonePicture = (children: Token[]): boolean => {
  const shown = children.filter((token) => token.type !== "text" || token.content.trim() !== "");
  return shown.length === 1 && shown[0]?.type === "image";
};

/**
 * Resolves the links, terms, pictures and videos of parsed Markdown in place into lesson HTML, and
 * reports what is wrong.
 * @param report takes line numbers of the Markdown, from 0
 */
export const resolveTokens = (tokens: Token[], references: References, report: Report): void => {
  let line = 0;
  for (const [index, token] of tokens.entries()) {
    // Table cells have no line number, so their row's number is used.
    line = token.map?.[0] ?? line;
    const start = line;
    const sayAt =
      (at: number): Say =>
      (message, mark) =>
        report(at, message, mark);
    if (token.type === "html_block") reportHtml(token, sayAt(start));
    // Removes alignment: it is a style attribute, which lesson HTML does not allow.
    if (token.type === "th_open" || token.type === "td_open") token.attrs = null;
    if (token.type !== "inline" || token.children === null) continue;

    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const isAlone = before?.type === "paragraph_open";
    const film = isAlone ? loneFilm(token.children) : null;
    const isFigure = isAlone && (film !== null || isLonePicture(token.children));
    if (isFigure && after) {
      for (const edge of [before, after]) Object.assign(edge, { tag: "figure", hidden: false });
    }
    if (film) {
      resolveFilm(token, token.children, film, references, sayAt(start));
      continue;
    }
    resolveInline(token.children, isFigure, references, (child) =>
      sayAt(start + (child.map?.[0] ?? 0)),
    );
  }
};
