import { MAX_SOURCE_TEXT_BYTES } from "../../../contract/staff-editor.ts";
import { pastedMarkdown } from "./pasted-html.ts";
import {
  type PastedPicture,
  pictureAddress,
  pictureFile,
  takePictures,
} from "./pasted-pictures.ts";

/** What was pasted or dropped. `plain`: the browser inserts it as it is. */
type TransferContent =
  | { readonly kind: "plain" }
  | { readonly kind: "pictures"; readonly files: readonly File[] }
  /** More than the school takes as one text. Nothing of it is put in. */
  | { readonly kind: "too-much" }
  | {
      readonly kind: "pasted";
      /** Whether only its words are taken, because its form is too much to be read. */
      readonly isWithoutForm: boolean;
      /** Whether it has pictures, which take a while to be sent. */
      readonly hasPictures: boolean;
      /** @param sendPictures sends the pictures that are in it; the names are empty for those that were not taken */
      readonly markdown: (
        sendPictures: (files: readonly File[]) => Promise<readonly string[]>,
      ) => Promise<string>;
    };

/** The type that an editor of source code adds: its HTML has the colours of the code. */
const SOURCE_CODE = "vscode-editor-data";

/** A longer text is not read as a page, besides its pictures: that would take seconds. */
const MAX_HTML = 4 * 1024 * 1024;

const hasWords = (html: string): boolean =>
  new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() !== "";

/** Sends the pictures, one after another, and writes their names in the places that were left for them. */
const withPictures = async (
  markdown: string,
  pictures: readonly PastedPicture[],
  sendPictures: (files: readonly File[]) => Promise<readonly string[]>,
): Promise<string> => {
  let text = markdown;
  for (const [at, picture] of pictures.entries()) {
    const place = pictureAddress(at);
    if (!text.includes(place)) continue;
    const [name] = await sendPictures([await pictureFile(picture)]);
    text = name
      ? text.replaceAll(`(${place})`, `(${name})`)
      : text.replaceAll(new RegExp(`!\\[[^\\]]*\\]\\(${place}\\)`, "g"), "");
  }
  return text.trim();
};

/**
 * Decides what was meant by a paste or a drop. Word and Excel add a picture of the text: the text is meant.
 * A picture that was copied has no words beside it, or the names of its files.
 */
export const readTransfer = (data: DataTransfer | null): TransferContent => {
  const files = [...(data?.files ?? [])];
  const plain = data?.getData("text/plain") ?? "";
  const { html, pictures } = takePictures(data?.getData("text/html") ?? "");
  const names = files.map(({ name }) => name);
  if (html.length > MAX_HTML || plain.length > MAX_SOURCE_TEXT_BYTES) {
    return plain.length > MAX_SOURCE_TEXT_BYTES || plain === ""
      ? { kind: "too-much" }
      : { kind: "pasted", isWithoutForm: true, hasPictures: false, markdown: async () => plain };
  }
  if (html && (hasWords(html) || pictures.length > 0)) {
    if (data?.types.includes(SOURCE_CODE)) return { kind: "plain" };
    const markdown = pastedMarkdown(html) ?? plain;
    if (markdown.length > MAX_SOURCE_TEXT_BYTES) return { kind: "too-much" };
    return {
      kind: "pasted",
      isWithoutForm: false,
      hasPictures: pictures.length > 0,
      markdown: (sendPictures) => withPictures(markdown, pictures, sendPictures),
    };
  }
  const isNames = plain
    .split(/[\r\n]+/)
    .every((line) => !line.trim() || names.includes(line.trim()));
  return files.length > 0 && (html || isNames) ? { kind: "pictures", files } : { kind: "plain" };
};
