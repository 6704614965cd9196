import * as v from "valibot";
import type { Id } from "../../../contract/wire.ts";
import { createStored } from "../../../core/stored.ts";
import type { FilmSize } from "../../../domain/film-forms.ts";
import type { KeyValue } from "../../../platform/ports.ts";

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

export type VideoMemory = ReturnType<typeof createVideoMemory>;
