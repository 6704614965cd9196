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
