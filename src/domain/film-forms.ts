/**
 * The smaller forms of a film, by what a call asks for as `width`: the most pixels of the picture's shorter side,
 * the number of which 240p and 720p speak.
 */
export const SMALL_FILM = 240;
export const MEDIUM_FILM = 720;

/** The forms that an author may put beside a film, by the word in their names: `pin.small.mp4`. */
const WORDS = { small: SMALL_FILM, medium: MEDIUM_FILM } as const;

const FORM = /^(?<film>.+)\.(?<word>small|medium)\.(?:mp4|webm)$/i;

const stem = (title: string): string => title.replace(/\.[^./]*$/, "");

/** A form that an author has put beside a film. */
interface AuthorForm {
  readonly width: (typeof WORDS)[keyof typeof WORDS];
  readonly title: string;
}

/**
 * The forms that lie beside films under their names, by the title of the film, the smallest first.
 * @param titles of the films of a product, with those of their forms
 */
export const authorForms = (titles: readonly string[]): ReadonlyMap<string, AuthorForm[]> => {
  const byFilm = Map.groupBy(
    titles.flatMap((title) => {
      const { film = "", word = "" } = FORM.exec(title)?.groups ?? {};
      const width = WORDS[word.toLowerCase() as keyof typeof WORDS];
      return width ? [{ film, form: { width, title } }] : [];
    }),
    ({ film }) => film,
  );
  return new Map(
    titles.flatMap((title) => {
      const ofFilm = byFilm.get(stem(title))?.map(({ form }) => form) ?? [];
      // One of each width: a form may be there as MP4 and as WebM.
      const forms = [...new Map(ofFilm.map((form) => [form.width, form])).values()];
      return forms.length > 0 ? [[title, forms.toSorted((a, b) => a.width - b.width)]] : [];
    }),
  );
};

/** Which form of a film a person watches; the film itself as the author has it is `whole`. */
export type FilmSize = "small" | "medium" | "whole";

/** A form as the school names it. */
export interface FilmForm {
  readonly width: number;
  /** Bytes. */
  readonly size: number;
}

/**
 * The form that is played for a choice: where the school has no such form, the next larger one.
 * @returns null for the film itself
 */
export const formFor = <Form extends FilmForm>(
  forms: readonly Form[],
  chosen: FilmSize,
): Form | null => {
  if (chosen === "whole") return null;
  return forms.find(({ width }) => width >= WORDS[chosen]) ?? null;
};

/** The word for a form; a film of which there are no smaller forms is `whole`. */
export const sizeOfForm = (form: FilmForm | null): FilmSize => {
  if (!form) return "whole";
  return form.width <= SMALL_FILM ? "small" : "medium";
};
