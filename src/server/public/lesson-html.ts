import { decodeHTML } from "entities";
import { isWebLink } from "../../domain/web-link.ts";
import { escapeHtml } from "../content/markdown-parser.ts";

/** What a file of a lesson is replaced by; null: it is left out. */
export interface LessonFiles {
  /** The address of a picture or a download. */
  address(name: string): string | null;
  /** The elements within a film: its forms and captions. */
  film(name: string): string | null;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g;
const ATTRIBUTE = /\s([a-z-]+)="([^"]*)"/g;

/** Elements that stay, without their attributes. All others are left out, and their words stay. */
const PLAIN: ReadonlySet<string> = new Set(
  "p br hr h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s table thead tbody tr th td figure figcaption time".split(
    " ",
  ),
);

const attributesIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, value]));

const sizeOf = (attributes: ReadonlyMap<string, string>): string =>
  ["width", "height"]
    .map((name) => attributes.get(name) ?? "")
    .filter((value) => /^\d{1,5}$/.test(value))
    .map((value, at) => ` ${at === 0 ? "width" : "height"}="${value}"`)
    .join("");

const picture = (attributes: ReadonlyMap<string, string>, files: LessonFiles): string => {
  const address = files.address(decodeHTML(attributes.get("data-asset") ?? ""));
  const words = attributes.get("alt") ?? "";
  if (address === null) return words;
  return `<img src="${escapeHtml(address)}" alt="${words}"${sizeOf(attributes)} loading="lazy" decoding="async">`;
};

const film = (attributes: ReadonlyMap<string, string>, files: LessonFiles): string => {
  const name = decodeHTML(attributes.get("data-asset") ?? "");
  const sources = files.film(name);
  const words = attributes.get("aria-label") ?? "";
  if (sources === null) return words;
  const poster = files.address(decodeHTML(attributes.get("data-poster") ?? ""));
  return `<video controls playsinline preload="none" aria-label="${words}"${poster === null ? "" : ` poster="${escapeHtml(poster)}"`}>${sources}`;
};

/**
 * The HTML of a lesson for somebody who has neither an account nor a script: its files have public addresses, and
 * links to lessons and to terms of the glossary are plain words.
 * @param html as the school's compiler writes it
 */
export const publicLessonHtml = (html: string, files: LessonFiles): string => {
  /** The links that are open, and whether each is one here, too. */
  const links: boolean[] = [];
  return html.replace(TAG, (_, end: string, name: string, rest: string) => {
    if (end) {
      if (name === "a") return links.pop() ? "</a>" : "";
      return name === "video" || PLAIN.has(name) ? `</${name}>` : "";
    }
    const attributes = attributesIn(rest);
    if (name === "img") return picture(attributes, files);
    if (name === "video") return film(attributes, files);
    if (name === "a") {
      const web = attributes.get("data-web");
      if (web !== undefined && isWebLink(decodeHTML(web))) {
        links.push(true);
        return `<a href="${web}" rel="noopener noreferrer">`;
      }
      const address = files.address(decodeHTML(attributes.get("data-asset") ?? ""));
      links.push(address !== null);
      return address === null ? "" : `<a href="${escapeHtml(address)}" download>`;
    }
    if (!PLAIN.has(name)) return "";
    const time = attributes.get("datetime");
    return name === "time" && time !== undefined ? `<time datetime="${time}">` : `<${name}>`;
  });
};
