import type { CatalogueFile, CatalogueVariant } from "../content/catalogue-files.ts";
import { VARIANT_TYPES } from "../pictures/picture.ts";

/** Whether a request names the format. A wildcard does not tell which formats a client supports. */
const accepts = (header: string, format: string): boolean =>
  header.split(",").some((part) => {
    const [type = "", ...parameters] = part.toLowerCase().split(";");
    return type.trim() === format && !parameters.some((each) => /^\s*q=0(\.0*)?\s*$/.test(each));
  });

/** The form of a film that a client has chosen among those that the ticket's answer names. */
const chooseFilm = ({ variants }: CatalogueFile, width: string): CatalogueVariant | undefined =>
  variants.find((form) => form.width === Number(width));

/**
 * The form of a photo or a film that suits a request: the smallest that is at least as wide as asked, in the best
 * format that the client names; of a film exactly the one that is asked for. The file itself if there is none, or
 * none yet, or if it is smaller.
 * @param width pixels, as the client sent it; absent: the file itself
 * @param accept the header
 */
export const chooseVariant = (
  file: CatalogueFile,
  width: string | undefined,
  accept: string | undefined,
): CatalogueFile | CatalogueVariant => {
  if (width === undefined || !/^[1-9]\d{0,4}$/.test(width)) return file;
  if (file.type.startsWith("video/")) return chooseFilm(file, width) ?? file;
  const { widths = [], variants, size } = file;
  const wanted = widths.find((each) => each >= Number(width)) ?? widths.at(-1);
  for (const format of VARIANT_TYPES) {
    if (!accepts(accept ?? "", format)) continue;
    const found = variants.find((form) => form.type === format && form.width === wanted);
    if (found && found.size < size) return found;
  }
  return file;
};
