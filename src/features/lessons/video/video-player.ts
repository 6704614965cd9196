import { proxy } from "valtio/vanilla";
import type { VideoFailure, VideoFiles } from "./video-files.ts";

export interface VideoPlayerOptions {
  videoFiles: VideoFiles;
  product: string;
  asset: string;
}

/** Where a video's bytes come from, until it can be played. */
export const createVideoPlayer = ({ videoFiles, product, asset }: VideoPlayerOptions) => {
  const state = proxy({
    /** `offered`: all of it has to be fetched first, which nobody has asked for yet. */
    phase: "asking" as "asking" | "offered" | "fetching" | "playable" | "failed",
    url: null as string | null,
    /** Bytes. */
    received: 0,
    failure: null as VideoFailure | null,
  });
  let download: ReturnType<VideoFiles["download"]> | null = null;
  let running: AbortController | null = null;
  let objectUrl: string | null = null;
  let released = false;
  /** A ticket may have run out while the page lay open: one new one is tried. */
  let ticketTried = false;
  /** It plays from this machine's own files. */
  let isHere = false;

  const fail = (failure: VideoFailure) => Object.assign(state, { phase: "failed", failure });

  const ask = async (): Promise<void> => {
    Object.assign(state, { phase: "asking", url: null, failure: null });
    const source = await videoFiles.open(product, asset);
    if (released) return;
    isHere = source.ok && source.value.kind === "here";
    if (!source.ok) fail(source.failure);
    else if (source.value.kind === "whole") state.phase = "offered";
    else Object.assign(state, { phase: "playable", url: source.value.url });
  };

  const fetchWhole = async (): Promise<void> => {
    if (state.phase === "fetching") return;
    Object.assign(state, { phase: "fetching", failure: null });
    download ??= videoFiles.download(product, asset);
    running = new AbortController();
    const { signal } = running;
    const bytes = await download.run(signal, (received) => {
      state.received = received;
    });
    if (released || !bytes) return;
    if (!bytes.ok) {
      fail(bytes.failure);
      return;
    }
    objectUrl = URL.createObjectURL(bytes.value);
    Object.assign(state, { phase: "playable", url: objectUrl });
  };

  return {
    state,
    start: ask,
    fetchWhole,

    /** What has arrived is kept for another time. */
    cancel() {
      running?.abort();
      state.phase = "offered";
    },

    /** Goes on where it failed. */
    retry: (): Promise<void> => {
      ticketTried = false;
      return download && !objectUrl ? fetchWhole() : ask();
    },

    /** The player could not go on with the address. */
    playingFailed() {
      // An engine may want to know what kind of file it is, which only a whole one has with it.
      if (isHere && !objectUrl) void fetchWhole();
      else if (isHere) fail({ kind: "not-playable" });
      else if (objectUrl || ticketTried) fail({ kind: "no-connection" });
      else {
        ticketTried = true;
        void ask();
      }
    },

    /** It plays: an address that fails later has run out anew. */
    playingWorks() {
      ticketTried = false;
    },

    release() {
      released = true;
      running?.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    },
  };
};

export type VideoPlayer = ReturnType<typeof createVideoPlayer>;
