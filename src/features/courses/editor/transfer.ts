import { postSourceAsset } from "../../../contract/staff-assets.ts";
import { MAX_SOURCE_TEXT_BYTES, type ProductFolder } from "../../../contract/staff-editor.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import { MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";
import { sendFile } from "../send-file.ts";
import { pastedMarkdown } from "./pasted-html.ts";
import {
  type PastedPicture,
  pictureAddress,
  pictureFile,
  takePictures,
} from "./pasted-pictures.ts";

/** The types of pictures that a lesson can show. Safari makes the first one of a HEIC. */
export const PICTURES = "image/jpeg,image/png,image/webp,image/gif,image/svg+xml";

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
      : { kind: "pasted", isWithoutForm: true, markdown: async () => plain };
  }
  if (html && (hasWords(html) || pictures.length > 0)) {
    if (data?.types.includes(SOURCE_CODE)) return { kind: "plain" };
    const markdown = pastedMarkdown(html) ?? plain;
    if (markdown.length > MAX_SOURCE_TEXT_BYTES) return { kind: "too-much" };
    return {
      kind: "pasted",
      isWithoutForm: false,
      markdown: (sendPictures) => withPictures(markdown, pictures, sendPictures),
    };
  }
  const isNames = plain
    .split(/[\r\n]+/)
    .every((line) => !line.trim() || names.includes(line.trim()));
  return files.length > 0 && (html || isNames) ? { kind: "pictures", files } : { kind: "plain" };
};

/** Why a picture was not added. */
export type PictureFailure = Failure<"too-large" | "not-a-picture">;

export const pictureMessages = {
  "too-large": "staff-editor.picture-too-large",
  "not-a-picture": "staff-editor.not-a-picture",
  refused: "staff-editor.picture-refused",
  else: "staff-editor.picture-not-sent",
} as const satisfies FailureTable<"too-large" | "not-a-picture">;

/** The endings of the types that browsers give to what is pasted, which has no name. */
const ENDINGS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/svg+xml": "svg",
};

const nameOf = ({ name, type }: File, folder: ProductFolder): string | null => {
  const known = mediaTypeOf(name);
  const isSheet = folder === "assignments" && known === "application/pdf";
  if (known?.startsWith("image/") || isSheet) return name;
  const ending = ENDINGS[type];
  return ending === undefined ? null : `${name || "picture"}.${ending}`;
};

/**
 * Sends a picture and adds it to a folder of a product. One that is too large is refused before it is read.
 * @returns the name for the text
 */
export const sendPicture = async (
  send: Send,
  product: string,
  file: File,
  folder: ProductFolder = "assets",
): Promise<Result<string, PictureFailure>> => {
  const name = nameOf(file, folder);
  if (file.size > MAX_SOURCE_PICTURE_BYTES) return Result.fail({ kind: "too-large" });
  if (name === null || file.size === 0) return Result.fail({ kind: "not-a-picture" });
  const sent = await sendFile(send, file);
  if (!sent.ok) return Result.fail(sent.failure ?? { kind: "not-a-picture" });
  const added = await send(postSourceAsset, { body: { product, folder, name, ...sent.value } });
  return added.ok ? Result.ok(added.value.name) : added;
};
