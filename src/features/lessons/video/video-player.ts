import { proxy } from "valtio/vanilla";
import { type FilmForm, type FilmSize, formFor } from "../../../domain/film-forms.ts";
import type { VideoFailure, VideoFiles } from "./video-files.ts";

interface VideoPlayerOptions {
  videoFiles: VideoFiles;
  product: string;
  asset: string;
  /** Whether nothing is fetched before the person asks for it. */
  savesData: boolean;
  /** The form that the person has chosen; null: the one that suits the line. */
  chosen?: FilmSize | null;
}

/** The address of a form; that of the film itself if there is none. */
const addressOf = (url: string, form: FilmForm | null): string =>
  form ? `${url}&width=${form.width}` : url;

/** Prepares the source of a video until it can be played. */
export const createVideoPlayer = (options: VideoPlayerOptions) => {
  const { videoFiles, product, asset, savesData } = options;
  let chosen = options.chosen ?? (savesData ? "small" : "medium");
  const state = proxy({
    /** `offered`: the person has to ask for the video, because it has to be fetched first. */
    phase: "asking" as "asking" | "offered" | "fetching" | "playable" | "failed",
    url: null as string | null,
    /** Bytes. */
    received: 0,
    failure: null as VideoFailure | null,
    /** The person has asked for the video, so it plays as soon as it can. */
    asked: false,
    autoPlay: false,
    /** The smaller forms that the school has. */
    forms: [] as readonly FilmForm[],
    /** The one that is played, or offered; null: the film itself. */
    form: null as FilmForm | null,
  });
  /** The address from which the film is streamed; null: it has to be fetched as a whole. */
  let streamed: string | null = null;
  let download: ReturnType<VideoFiles["download"]> | null = null;
  let running: AbortController | null = null;
  let objectUrl: string | null = null;
  let released = false;
  /**
   * How many new addresses were tried since the video last played. The school's store may be out of reach from
   * here, so the last one is without it. For a video that has played, the first is with it: an address at the
   * store ends after some minutes.
   */
  let tries = 0;
  let hasPlayed = false;
  const isLastTry = () => tries > Number(hasPlayed);
  /** The video plays from a file on this machine. */
  let isHere = false;

  const fail = (failure: VideoFailure) => Object.assign(state, { phase: "failed", failure });

  const ask = async (): Promise<void> => {
    Object.assign(state, { phase: "asking", url: null, failure: null });
    const source = await videoFiles.open(product, asset, isLastTry());
    if (released) return;
    isHere = source.ok && source.value.kind === "here";
    if (!source.ok) fail(source.failure);
    else if (source.value.kind === "whole") state.phase = "offered";
    else if (source.value.kind === "here") {
      Object.assign(state, { phase: "playable", url: source.value.url });
    } else {
      const { url, forms } = source.value;
      streamed = url;
      Object.assign(state, { forms, form: formFor(forms, chosen) });
      if (savesData && !state.asked) state.phase = "offered";
      else stream();
    }
  };

  const stream = () => {
    const url = streamed && addressOf(streamed, state.form);
    Object.assign(state, { phase: "playable", url });
  };

  const fetchWhole = async (): Promise<void> => {
    if (state.phase === "fetching") return;
    Object.assign(state, { phase: "fetching", failure: null });
    download ??= videoFiles.download(product, asset);
    running = new AbortController();
    const { signal } = running;
    const bytes = await download(signal, (received) => {
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

    /** Fetches the offered video: as it plays if the school can send parts of it, or else whole. */
    async fetch(): Promise<void> {
      if (!streamed) return fetchWhole();
      Object.assign(state, { asked: true, autoPlay: true });
      stream();
    },

    /**
     * Changes the form.
     * @param isPlaying whether the video plays at this moment, so that it goes on
     */
    choose(size: FilmSize, isPlaying: boolean) {
      chosen = size;
      Object.assign(state, { form: formFor(state.forms, size), autoPlay: isPlaying });
      if (state.phase === "playable") stream();
    },

    /** Received bytes are kept for the next attempt. */
    cancel() {
      running?.abort();
      state.phase = "offered";
    },

    /** Continues after a failure. */
    retry: (): Promise<void> => {
      tries = 0;
      hasPlayed = false;
      return download && !objectUrl ? fetchWhole() : ask();
    },

    /** Call it when the player reports an error. */
    onPlaybackError() {
      // An engine may need the media type, which only a file fetched as a whole carries.
      if (isHere && !objectUrl) void fetchWhole();
      else if (isHere) fail({ kind: "not-playable" });
      else if (objectUrl || isLastTry()) fail({ kind: "unreachable" });
      else {
        tries += 1;
        void ask();
      }
    },

    /** Call it when the video plays. A later failure means that its address has expired. */
    onPlaybackStarted() {
      tries = 0;
      hasPlayed = true;
    },

    release() {
      released = true;
      running?.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    },
  };
};
