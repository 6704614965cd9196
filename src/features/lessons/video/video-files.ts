import { getAsset } from "../../../contract/content.ts";
import { getAssetTicket } from "../../../contract/video.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import type { FilmForm } from "../../../domain/film-forms.ts";
import { Result } from "../../../lib/result.ts";
import { codeOf, statusOf } from "../../../transport/call-failure.ts";
import type { Send, SendForBytes } from "../../../transport/transport.ts";

/** The school has no such video; or all of it is on this machine, but its format cannot be played. */
type OwnFailure = "not-there" | "not-playable";

export type VideoFailure = Failure<OwnFailure>;

export const videoFailures = {
  "not-there": "video-failure.not-there",
  "not-playable": "video-failure.not-playable",
  404: "video-failure.not-there",
  else: "video-failure.no-connection",
} as const satisfies FailureTable<OwnFailure>;

/** How a video can be played. */
type VideoSource =
  /** From a complete file on this machine. */
  | { readonly kind: "here"; readonly url: string }
  /** Streamed from an address by range requests; with the smaller forms that the school has, the smallest first. */
  | { readonly kind: "streamed"; readonly url: string; readonly forms: readonly FilmForm[] }
  /** Only after the whole video has been fetched, at a school without tickets. */
  | { readonly kind: "whole" };

/** The size of the ranges in which a whole video is fetched, in bytes. */
const PIECE_BYTES = 1024 * 1024;
/** The status for a range that starts after the end of the file. */
const NOTHING_LEFT = 416;

interface VideoFilesOptions {
  send: Send;
  sendForBytes: SendForBytes;
  /** Base address of the file server. */
  base: string;
  /** Gives the local address of an asset; absent in builds that store none. */
  assetAddress?: (product: string, title: string) => Promise<string | null>;
}

export const createVideoFiles = ({ send, sendForBytes, base, ...options }: VideoFilesOptions) => ({
  /** @param viaSchool the school sends the bytes itself, also if it could lead to its store */
  async open(
    product: string,
    title: string,
    viaSchool = false,
  ): Promise<Result<VideoSource, VideoFailure>> {
    const local = await options.assetAddress?.(product, title);
    if (local) return Result.ok({ kind: "here", url: local });
    const answer = await send(getAssetTicket, { query: { product, title } });
    if (answer.ok) {
      const query = new URLSearchParams({
        product,
        title,
        ticket: answer.value.ticket,
        ...(viaSchool && { via: "school" }),
      });
      const { forms } = answer.value;
      return Result.ok({ kind: "streamed", url: `${base}${getAsset.path}?${query}`, forms });
    }
    const { failure } = answer;
    if (codeOf(failure) === "asset/not_found") return answer;
    // Another school's server may not implement tickets.
    const knowsNone =
      failure.kind === "undecodable" || (failure.kind === "refused" && failure.status < 500);
    return knowsNone ? Result.ok({ kind: "whole" }) : answer;
  },

  /**
   * Fetches a whole video in ranges. Received bytes survive failures and pauses, so that the next
   * attempt continues from there.
   */
  download(product: string, title: string) {
    const pieces: Blob[] = [];
    let received = 0;

    const nextPiece = async (signal: AbortSignal): Promise<Result<Blob | null, VideoFailure>> => {
      const answer = await sendForBytes(getAsset, {
        query: { product, title },
        headers: { range: `bytes=${received}-${received + PIECE_BYTES - 1}` },
        signal,
      });
      if (answer.ok) return answer;
      return statusOf(answer.failure) === NOTHING_LEFT ? Result.ok(null) : answer;
    };

    /**
     * @param onReceived called with the number of bytes received so far
     * @returns null when it was cancelled
     */
    return async (
      signal: AbortSignal,
      onReceived: (bytes: number) => void,
    ): Promise<Result<Blob, VideoFailure> | null> => {
      for (;;) {
        const piece = await nextPiece(signal);
        if (signal.aborted) return null;
        if (!piece.ok) return piece;
        const { value } = piece;
        // A server without range support sends the whole file each time.
        if (value && value.size > PIECE_BYTES) return Result.ok(value);
        if (value) {
          pieces.push(value);
          received += value.size;
          onReceived(received);
        }
        if (!value || value.size < PIECE_BYTES) {
          return received > 0
            ? Result.ok(new Blob(pieces, { type: pieces[0]?.type }))
            : Result.fail({ kind: "not-there" });
        }
      }
    };
  },
});

export type VideoFiles = ReturnType<typeof createVideoFiles>;
