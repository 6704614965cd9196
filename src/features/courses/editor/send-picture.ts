import { postSourcePicture } from "../../../contract/staff-editor.ts";
import { mediaTypeOf } from "../../../domain/media-type.ts";
import { MAX_SOURCE_PICTURE_BYTES } from "../../../domain/source-path.ts";
import { Result } from "../../../lib/result.ts";
import type { CallFailure } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";
import { sendFile } from "../send-file.ts";

/** Why a picture was not added. */
export type PictureFailure = "too-large" | "not-a-picture" | "no-connection" | "refused";

/** The endings of the types that browsers give to what is pasted, which has no name. */
const ENDINGS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/svg+xml": "svg",
};

const failureOf = ({ kind }: CallFailure): PictureFailure =>
  kind === "refused" ? "refused" : "no-connection";

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
  if (name === null) return Result.fail("not-a-picture");
  if (file.size > MAX_SOURCE_PICTURE_BYTES) return Result.fail("too-large");
  if (file.size === 0) return Result.fail("not-a-picture");
  const sent = await sendFile(send, file);
  if (!sent.ok) return Result.fail(sent.failure ? failureOf(sent.failure) : "not-a-picture");
  const added = await send(postSourcePicture, { body: { product, name, ...sent.value } });
  if (added.ok) return Result.ok(added.value.name);
  return Result.fail(failureOf(added.failure));
};
