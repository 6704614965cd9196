import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import * as v from "valibot";
import type { App } from "../../../app-context/app.ts";
import { personIdOf } from "../../../app-context/person-id.ts";
import { useService } from "../../../app-context/service.ts";
import type { Id } from "../../../contract/wire.ts";
import { createStored } from "../../../core/stored.ts";
import type { FilmSize } from "../../../domain/film-forms.ts";
import { type TimedText, webVtt } from "../../../domain/timed-texts.ts";
import type { KeyValue } from "../../../platform/ports.ts";
import {
  type Captions,
  type CaptionsService,
  createCaptions,
  type VideoPlace,
} from "./captions.ts";
import { createVideoFiles, type VideoFiles } from "./video-files.ts";

const watched = v.object({
  name: v.string(),
  /** Seconds. */
  position: v.number(),
  speed: v.number(),
});

const memory = v.object({
  captions: v.boolean(),
  /** The form of films; absent: the one that suits the line. */
  size: v.fallback(v.optional(v.picklist(["small", "medium", "whole"])), undefined),
  /** The last one is the latest. */
  watched: v.array(watched),
});

type Memory = v.InferOutput<typeof memory>;

/** Older positions are dropped. */
const MAX_REMEMBERED = 100;

const isValidSpeed = (speed: number): boolean => speed >= 0.25 && speed <= 4;

/**
 * Remembers how the person watches videos: the position in each, the speed, whether captions are
 * on, and in which form.
 */
export const createVideoMemory = (storage: KeyValue, userId: Id) => {
  const stored = createStored(storage, `videos.v1.${userId}`, memory);

  // Read again each time: another tab may have changed it.
  const read = (): Memory => stored.read() ?? { captions: true, watched: [] };

  return {
    recall(name: string): { position: number; speed: number } {
      const found = read().watched.find((each) => each.name === name);
      if (!found || !isValidSpeed(found.speed)) return { position: 0, speed: 1 };
      return { position: Math.max(0, found.position), speed: found.speed };
    },

    remember(name: string, position: number, speed: number): void {
      const kept = read();
      const others = kept.watched.filter((each) => each.name !== name);
      const all = [...others, { name, position, speed }].slice(-MAX_REMEMBERED);
      stored.write({ ...kept, watched: all });
    },

    size: (): FilmSize | null => read().size ?? null,

    setSize: (size: FilmSize): void => void stored.write({ ...read(), size }),

    wantsCaptions: (): boolean => read().captions,

    setCaptions: (captions: boolean): void => void stored.write({ ...read(), captions }),
  };
};

type VideoMemory = ReturnType<typeof createVideoMemory>;

declare const FILE_SERVER: string;

const createVideoFilesOf = ({ transport: { send, sendForBytes, assetAddress } }: App) =>
  createVideoFiles({ send, sendForBytes, base: FILE_SERVER, assetAddress });

const createCaptionsOf = ({ transport }: App) => createCaptions(transport.send);

const createVideoMemoryOf = (app: App) => createVideoMemory(app.machine.storage, personIdOf(app));

export const useVideoFiles = (): VideoFiles => useService(createVideoFilesOf);

export const useCaptionsService = (): CaptionsService => useService(createCaptionsOf);

/** How the person watches videos. */
export const useVideoMemory = (): VideoMemory => useService(createVideoMemoryOf);

/** Captions in the form that the player needs. */
export interface Track {
  /** The URL of a WebVTT file. */
  url: string;
  language: string;
}

/**
 * A video's captions in the reader's language, or in English if there are none.
 * @returns the captions and their track (null while there are none), whether fetching failed, and a function that
 *   fetches the captions again, for example after they were saved
 */
export const useCaptions = (place: VideoPlace, language: string) => {
  const service = useCaptionsService();
  const { product, lesson, asset } = place;
  const [captions, setCaptions] = useState<Captions | null>(null);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const [track, setTrack] = useState<Track | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn fetches them again
  useEffect(() => {
    let current = true;
    setFailed(false);
    void service.read({ product, lesson, asset }, language).then((answer) => {
      if (!current) return;
      setCaptions(answer.ok ? answer.value : null);
      setFailed(!answer.ok);
    });
    return () => {
      current = false;
    };
  }, [service, product, lesson, asset, language, turn]);

  useEffect(() => {
    if (!captions?.texts.length) return;
    const url = URL.createObjectURL(new Blob([webVtt(captions.texts)], { type: "text/vtt" }));
    setTrack({ url, language: captions.language });
    return () => {
      setTrack(null);
      URL.revokeObjectURL(url);
    };
  }, [captions]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { captions, track, failed, reload };
};

/** The time of an entry in seconds: `PT75.5S`. */
const secondsOf = (time: HTMLTimeElement | null): number =>
  Number(/^PT([\d.]+)S$/.exec(time?.dateTime ?? "")?.[1] ?? Number.NaN);

/** Reads the entries of a list of chapters, such as `<li><time datetime="PT75S">1:15</time> Pins</li>`. */
export const chaptersIn = (list: Element): TimedText[] => {
  const chapters = [...list.children].flatMap((entry) => {
    const time = entry.querySelector("time");
    const start = secondsOf(time);
    const text = (entry.textContent ?? "").replace(time?.textContent ?? "", "").trim();
    return Number.isFinite(start) && text ? [{ start, text }] : [];
  });
  return chapters.map((each, index) => ({
    ...each,
    end: chapters[index + 1]?.start ?? Number.POSITIVE_INFINITY,
  }));
};

/**
 * The chapters of a video, which a lesson's text lists behind it, and their language. The list is hidden while the
 * video shows them.
 * @param host the element in place of the video
 */
export const useChapters = (host: HTMLElement, locale: string) => {
  const list = host.nextElementSibling?.localName === "ol" ? host.nextElementSibling : null;
  const [language] = useState(() => host.closest<HTMLElement>("[lang]")?.lang ?? locale);
  const [chapters] = useState(() => (list ? chaptersIn(list) : []));
  useLayoutEffect(() => {
    if (!list || chapters.length === 0) return;
    list.toggleAttribute("hidden", true);
    return () => void list.toggleAttribute("hidden", false);
  }, [list, chapters]);
  return { chapters, language };
};
