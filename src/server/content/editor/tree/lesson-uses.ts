import { isMap } from "yaml";
import { parseYamlDocument } from "../../yaml-document.ts";
import { editYaml } from "../edit-yaml.ts";
import type { YamlStep } from "../yaml-steps.ts";
import { headOf } from "./facts.ts";

/*
 * What a lesson's file names of its product, for a copy in another one: assets in its text, and files of its head.
 */

/**
 * A link or a picture: its mark, its words, where it leads, and a caption. Longer words are none, so that a text without
 * an end to them is read once.
 */
const LINK =
  /(!?)\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]{0,1000}\]){0,500})\]\((<[^<>\n]{0,1000}>|[^\s()<>]{1,1000})(\s+"(?:[^"\\\n]|\\.){0,1000}")?\)/g;

const NO_ASSET = /^(?:lesson|term|draft|https?|mailto|tel):/i;

/** The fields of the head that name a file, each with its folder. */
const FIELDS = [
  { of: [], name: "icon", folder: "icons" },
  { of: ["assignment"], name: "image", folder: "assignments" },
  { of: ["assignment"], name: "instructions", folder: "assignments" },
] as const;

export type UsedFolder = "assets" | (typeof FIELDS)[number]["folder"];

/** A file of the product that a lesson names. */
export interface UsedFile {
  readonly folder: UsedFolder;
  readonly name: string;
}

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const encoded = (name: string): string => name.replaceAll(/[%?#]/g, encodeURIComponent);

/** The address of an asset in its parts; null for one that leads elsewhere. */
const readAddress = (written: string) => {
  const address = written.replace(/^<(.*)>$/, "$1");
  if (NO_ASSET.test(address)) return null;
  const [, scheme = "", name = "", poster] =
    /^(asset:)?([^?]*)(?:\?poster=(.*))?$/s.exec(address) ?? [];
  return { scheme, name: decoded(name), poster: poster === undefined ? null : decoded(poster) };
};

/** The files of its product that the texts of lessons name. @param text with `\n` at the ends of lines */
export const usedFiles = (text: string): UsedFile[] => {
  const head = headOf(text);
  const used: UsedFile[] = [];
  for (const [, , , written = ""] of text.slice(head?.end ?? 0).matchAll(LINK)) {
    const address = readAddress(written);
    for (const name of [address?.name, address?.poster]) {
      if (name) used.push({ folder: "assets", name });
    }
  }
  if (!head) return used;
  const document = parseYamlDocument(text.slice(head.start, head.end));
  for (const { of, name, folder } of FIELDS) {
    const value = document.errors.length > 0 ? null : document.getIn([...of, name]);
    if (typeof value === "string") used.push({ folder, name: value });
  }
  return used;
};

/** The names that files have in another product, by folder and their own names. */
export type MovedFiles = Readonly<Record<string, string>>;

export const movedKey = ({ folder, name }: UsedFile): string => `${folder}/${name}`;

const DRAFT = ["assignment", "draft"] as const;

/**
 * The head with the names that its files have in another product. A draft asks for no length of a lesson that is not
 * copied.
 * @param copied the keys of copied lessons, by their own
 */
export const movedHead = (
  head: string,
  moved: MovedFiles,
  copied: Readonly<Record<string, string>>,
): string => {
  const document = parseYamlDocument(head);
  const steps = FIELDS.flatMap(({ of, name, folder }): YamlStep[] => {
    const value = document.getIn([...of, name]);
    const next = typeof value === "string" ? moved[movedKey({ folder, name: value })] : undefined;
    return next === undefined || next === value ? [] : [{ do: "put", of, name, value: next }];
  });
  const written = document.getIn([...DRAFT, "lengths"]);
  const lengths = isMap(written) ? (written.toJSON() as Readonly<Record<string, unknown>>) : {};
  const left = Object.entries(lengths).filter(([, lesson]) => copied[String(lesson)] !== undefined);
  if (left.length < Object.keys(lengths).length) {
    const value = Object.fromEntries(left);
    steps.push(
      left.length > 0
        ? { do: "put", of: DRAFT, name: "lengths", value }
        : { do: "put", of: ["assignment"], name: "draft", value: undefined },
    );
  }
  return steps.length > 0 ? editYaml(head, steps) : head;
};

/**
 * A text with the names that its assets have in another product. Of links to lessons that are not copied, the words
 * stay.
 * @param copied the keys of copied lessons, by their own
 */
export const movedBody = (
  body: string,
  moved: MovedFiles,
  copied: Readonly<Record<string, string>>,
): string =>
  body.replaceAll(LINK, (all, mark: string, words: string, written: string, caption = "") => {
    const lesson = /^<?lesson:([^>#]*)/.exec(written)?.[1];
    if (lesson !== undefined) return mark || copied[lesson] !== undefined ? all : words;
    const address = readAddress(written);
    if (!address) return all;
    const nextOf = (name: string) => moved[movedKey({ folder: "assets", name })] ?? name;
    const { scheme, name, poster } = address;
    if (nextOf(name) === name && (poster === null || nextOf(poster) === poster)) return all;
    const more = poster === null ? "" : `?poster=${encoded(nextOf(poster))}`;
    const to = `${scheme}${encoded(nextOf(name))}${more}`;
    return `${mark}[${words}](${/\s/.test(to) ? `<${to}>` : to}${caption})`;
  });
