import { VARIANT_TYPES } from "../../pictures/picture.ts";
import type { CatalogueFile, CatalogueVariant } from "../catalogue.ts";

/** Whether a request names the format. A wildcard does not tell which formats a client supports. */
const accepts = (header: string, format: string): boolean =>
  header.split(",").some((part) => {
    const [type = "", ...parameters] = part.toLowerCase().split(";");
    return type.trim() === format && !parameters.some((each) => /^\s*q=0(\.0*)?\s*$/.test(each));
  });

/**
 * The form of a photo that suits a request: the smallest that is at least as wide as asked, in the best
 * format that the client names. The file itself if there is none, or if it is smaller.
 * @param width pixels, as the client sent it; absent: the file itself
 * @param accept the header
 */
export const chooseVariant = (
  file: CatalogueFile,
  width: string | undefined,
  accept: string | undefined,
): CatalogueFile | CatalogueVariant => {
  if (width === undefined || !/^[1-9]\d{0,4}$/.test(width) || file.variants.length === 0)
    return file;
  for (const format of VARIANT_TYPES) {
    if (!accepts(accept ?? "", format)) continue;
    const forms = file.variants.filter(({ type }) => type === format);
    const found = forms.find((form) => form.width >= Number(width)) ?? forms.at(-1);
    if (found && found.size < file.size) return found;
  }
  return file;
};
