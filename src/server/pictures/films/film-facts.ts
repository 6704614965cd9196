import { open } from "node:fs/promises";
import { type FilmFacts, filmTrouble, readFilm } from "../../../domain/film-facts.ts";

// mediabunny reads these formats, too, in 12 MB of code, but does not tell whether the index of a film lies last.

/**
 * Looks at the index of a film on the disk (see `readFilm`).
 * @returns null for what is no MP4 or WebM, or for one whose index is missing or broken
 * @throws the error of the disk
 */
export const readFilmFacts = async (path: string): Promise<FilmFacts | null> => {
  await using file = await open(path);
  const { size } = await file.stat();
  return await readFilm({
    size,
    read: async (at, length) => {
      const wanted = Math.max(0, Math.min(length, size - at));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
      return buffer.subarray(0, bytesRead);
    },
  });
};

const MAKE_IT = "save it as MP4 with H.264 and AAC, or as WebM with VP9";

/** Whether every browser plays a film as it is. */
export const isPlayable = (facts: FilmFacts | null): boolean => {
  const trouble = filmTrouble(facts);
  return trouble === null || trouble.kind === "index-last";
};

/** What is wrong with a film for those who watch it, in words for its author; null if nothing is. */
export const filmProblem = (facts: FilmFacts | null): string | null => {
  const trouble = filmTrouble(facts);
  switch (trouble?.kind) {
    case undefined:
      return null;
    case "unreadable":
      return `This film cannot be read: its index is missing or broken; ${MAKE_IT}.`;
    case "cut":
      return "The file ends before the film does: copy it again.";
    case "no-picture":
      return `This film has no picture, only sound; ${MAKE_IT}.`;
    case "codecs":
      return `Not every browser plays ${trouble.codecs.join(" and ")}: ${MAKE_IT}.`;
    case "index-last":
      return 'The index of this film is at its end, so it begins late on a slow line: save it with the index first ("fast start").';
  }
};
