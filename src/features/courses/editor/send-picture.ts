import { postSourceAsset } from "../../../contract/staff-assets.ts";
import type { SourceFolder } from "../../../contract/staff-editor.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import { MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";
import { sendFile } from "../send-file.ts";

/** The types of pictures that a lesson can show. Safari makes the first one of a HEIC. */
export const PICTURES = "image/jpeg,image/png,image/webp,image/gif,image/svg+xml";

export type PictureFailure = Failure<"too-large" | "not-a-picture">;

export const pictureMessages = {
  "too-large": "staff-editor.picture-too-large",
  "not-a-picture": "staff-editor.not-a-picture",
  refused: "staff-editor.picture-refused",
  else: "staff-editor.picture-not-sent",
} as const satisfies FailureTable<"too-large" | "not-a-picture">;

/** The endings of the types of pictures that have no name, such as what is pasted. */
export const ENDINGS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/svg+xml": "svg",
};

const nameOf = ({ name, type }: File, folder: SourceFolder): string | null => {
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
  folder: SourceFolder = "assets",
): Promise<Result<string, PictureFailure>> => {
  const name = nameOf(file, folder);
  if (file.size > MAX_SOURCE_PICTURE_BYTES) return Result.fail({ kind: "too-large" });
  if (name === null || file.size === 0) return Result.fail({ kind: "not-a-picture" });
  const sent = await sendFile(send, file);
  if (!sent.ok) return Result.fail(sent.failure ?? { kind: "not-a-picture" });
  const added = await send(postSourceAsset, { body: { product, folder, name, ...sent.value } });
  return added.ok ? Result.ok(added.value.name) : added;
};
