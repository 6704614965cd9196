/** A finer screen shows no more of a photo than one with two pixels to the dot. */
const MAX_DENSITY = 2;

/** The widths that the attribute `data-widths` of a picture lists, in pixels. */
export const parseWidths = (text: string | undefined): number[] =>
  (text ?? "")
    .split(" ")
    .map(Number)
    .filter((width) => width > 0);

/**
 * Chooses the form of a photo as a browser chooses from `srcset`: the smallest that fills its place.
 * @param widths of its forms, ascending
 * @param place the width of its place in CSS pixels
 * @param density physical pixels for each CSS pixel
 * @param savesData whether the smallest form is enough
 * @returns undefined if there are no forms
 */
export const pictureWidth = (
  widths: readonly number[],
  place: number,
  density: number,
  savesData: boolean,
): number | undefined => {
  if (savesData) return widths[0];
  const needed = place * Math.min(density, MAX_DENSITY);
  return widths.find((width) => width >= needed) ?? widths.at(-1);
};

/** Only photos come in several widths. */
const PHOTO = /\.(?:jpe?g|png|webp)$/i;

/** What our school sends of a photo; another school sends the photo itself. */
const ACCEPT = "image/avif,image/webp,*/*;q=0.8";

/**
 * The options of a call for a picture that is shown in a small place.
 * @param width in pixels; undefined: the picture itself
 */
export const photoRequest = <Query extends object>(
  query: Query & { title: string },
  width: number | undefined,
) =>
  width && PHOTO.test(query.title)
    ? { query: { ...query, width }, headers: { accept: ACCEPT } }
    : { query };
