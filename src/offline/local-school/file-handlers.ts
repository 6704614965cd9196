import { getAsset, getAssignmentImage, getGlossaryImage, getIcon } from "../../contract/content.ts";
import { getAssetTicket } from "../../contract/video.ts";
import type { FileKind } from "../../domain/file-names.ts";
import { mediaTypeOf } from "../../domain/media-type.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { LocalContent } from "../local-content.ts";
import { type Handler, handle, handleBytes, refused, unreachable } from "./handlers.ts";

/** HTTP status for a range that begins after the end of the file. */
const NOTHING_LEFT = 416;

export interface FileHandlersOptions {
  content: LocalContent;
  /** The language of the lessons. */
  language: () => string;
}

/** Parses `bytes=FROM-TO`, both counted from 0. @returns null for anything else */
const rangeIn = (header: string | undefined): { from: number; length: number } | null => {
  const found = /^bytes=(\d+)-(\d+)$/.exec(header ?? "");
  if (!found) return null;
  const [from, to] = [Number(found[1]), Number(found[2])];
  return to >= from ? { from, length: to - from + 1 } : null;
};

/** The address at which this machine serves an asset; null if it does not. */
export const assetAddress =
  ({ content, language }: FileHandlersOptions) =>
  async (product: string, title: string): Promise<string | null> => {
    const file = content.findFile("asset", product, title, language());
    return file && content.address(file);
  };

/**
 * Handles calls for files of the content. A file that is in the tree but not on the disk fails as
 * unreachable, since it may be downloaded later.
 */
export const fileHandlers = ({ content, language }: FileHandlersOptions): readonly Handler[] => {
  const find = (kind: FileKind, product: unknown, title: unknown) =>
    content.findFile(kind, String(product ?? ""), String(title ?? ""), language());

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
    handleBytes(getAsset, ({ query, headers }) => fetchFile("asset", query, headers)),
    handleBytes(getIcon, ({ query, headers }) => fetchFile("icon", query, headers)),
    handleBytes(getAssignmentImage, ({ query, headers }) =>
      fetchFile("assignment", query, headers),
    ),
    handleBytes(getGlossaryImage, ({ query, headers }) => fetchFile("glossary", query, headers)),
    // Videos are read in ranges here, as at a school without tickets.
    handle(getAssetTicket, async ({ query }) => {
      const file = find("asset", query.product, query.title);
      if (!file) return refused(404, "asset/not_found");
      return (await content.has(file)) ? refused(404, "") : unreachable;
    }),
  ];
};
