import { getAsset, getAssignmentImage, getGlossaryImage, getIcon } from "../../contract/content.ts";
import { getAssetTicket } from "../../contract/video.ts";
import type { FileKind } from "../../domain/file-names.ts";
import { mediaTypeOf } from "../../domain/media-type.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { LocalContent } from "../local-content.ts";
import { type Answer, answering, answeringBytes, refused, unreachable } from "./answers.ts";

/** A range that begins behind the end. */
const NOTHING_LEFT = 416;

export interface FileAnswersOptions {
  content: LocalContent;
  /** The language that is being studied in. */
  language: () => string;
}

/** `bytes=FROM-TO`, both counted from 0; null for anything else. */
const rangeIn = (header: string | undefined): { from: number; length: number } | null => {
  const found = /^bytes=(\d+)-(\d+)$/.exec(header ?? "");
  if (!found) return null;
  const [from, to] = [Number(found[1]), Number(found[2])];
  return to >= from ? { from, length: to - from + 1 } : null;
};

/** The address at which this machine serves an asset; null where it cannot. */
export const assetAddress =
  ({ content, language }: FileAnswersOptions) =>
  async (product: string, title: string): Promise<string | null> => {
    const file = content.fileNameOf("asset", product, title, language());
    return file && content.address(file);
  };

/**
 * Files of the content from this machine. One that the content has and that is not there fails as
 * unreachable: it may come yet.
 */
export const fileAnswers = ({ content, language }: FileAnswersOptions): readonly Answer[] => {
  const find = (kind: FileKind, product: unknown, title: unknown) =>
    content.fileNameOf(kind, String(product ?? ""), String(title ?? ""), language());

  const fetchFile = async (
    kind: FileKind,
    { product, title }: { product?: unknown; title?: unknown },
    headers: Record<string, string>,
  ): Promise<Result<Blob, CallFailure>> => {
    const file = find(kind, product, title);
    if (!file) return refused(404, "asset/not_found");
    const range = rangeIn(headers.range);
    if (range && range.from >= file.size) return refused(NOTHING_LEFT, "");
    const bytes = range ? await content.bytesInRange(file, range) : await content.bytes(file);
    if (!bytes) return unreachable;
    const type = mediaTypeOf(String(title)) ?? "application/octet-stream";
    return Result.ok(new Blob([bytes], { type }));
  };

  return [
    answeringBytes(getAsset, ({ query, headers }) => fetchFile("asset", query, headers)),
    answeringBytes(getIcon, ({ query, headers }) => fetchFile("icon", query, headers)),
    answeringBytes(getAssignmentImage, ({ query, headers }) =>
      fetchFile("assignment", query, headers),
    ),
    answeringBytes(getGlossaryImage, ({ query, headers }) => fetchFile("glossary", query, headers)),
    // Without tickets a video is read piece by piece, as from a school that knows none.
    answering(getAssetTicket, async ({ query }) => {
      const file = find("asset", query.product, query.title);
      if (!file) return refused(404, "asset/not_found");
      return (await content.has(file)) ? refused(404, "") : unreachable;
    }),
  ];
};
