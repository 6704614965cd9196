import { useCallback, useEffect, useState } from "react";
import { webVtt } from "../../../domain/timed-texts.ts";
import type { Captions, VideoPlace } from "./captions.ts";
import { useCaptionsService } from "./use-video-services.ts";

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
