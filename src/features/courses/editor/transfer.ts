import { postSourceAsset } from "../../../contract/staff-assets.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import { MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";
import { sendFile } from "../send-file.ts";

/** What was pasted or dropped. `plain`: the browser inserts it as it is. */
type TransferContent =
  | { readonly kind: "plain" }
  | { readonly kind: "pictures"; readonly files: readonly File[] }
  | { readonly kind: "markdown"; readonly markdown: Promise<string> };

/** The type that an editor of source code adds: its HTML has the colours of the code. */
const SOURCE_CODE = "vscode-editor-data";

const hasWords = (html: string): boolean =>
  new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() !== "";

/**
 * Decides what was meant by a paste or a drop. Word and Excel add a picture of the text: the text is meant.
 * A picture that was copied has no words beside it, or the names of its files.
 */
export const readTransfer = (data: DataTransfer | null): TransferContent => {
  const files = [...(data?.files ?? [])];
  const plain = data?.getData("text/plain") ?? "";
  const html = data?.getData("text/html") ?? "";
  const names = files.map(({ name }) => name);
  if (html && hasWords(html)) {
    if (data?.types.includes(SOURCE_CODE)) return { kind: "plain" };
    const markdown = import(/* webpackChunkName: "staff-paste" */ "./pasted-html.ts").then(
      ({ pastedMarkdown }) => pastedMarkdown(html) ?? plain,
      // Without its code, the words are still there.
      () => plain,
    );
    return { kind: "markdown", markdown };
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

const nameOf = ({ name, type }: File): string | null => {
  if (mediaTypeOf(name)?.startsWith("image/")) return name;
  const ending = ENDINGS[type];
  return ending === undefined ? null : `${name || "picture"}.${ending}`;
};

/**
 * Sends a picture and adds it to a product's assets. One that is too large is refused before it is read.
 * @returns the name for the text
 */
export const sendPicture = async (
  send: Send,
  product: string,
  file: File,
): Promise<Result<string, PictureFailure>> => {
  const name = nameOf(file);
  if (file.size > MAX_SOURCE_PICTURE_BYTES) return Result.fail({ kind: "too-large" });
  if (name === null || file.size === 0) return Result.fail({ kind: "not-a-picture" });
  const sent = await sendFile(send, file);
  if (!sent.ok) return Result.fail(sent.failure ?? { kind: "not-a-picture" });
  const added = await send(postSourceAsset, { body: { product, name, ...sent.value } });
  return added.ok ? Result.ok(added.value.name) : added;
};
