import type { Catalogue, CatalogueLesson } from "../../content/catalogue.ts";
import type { CatalogueFile } from "../../content/catalogue-files.ts";
import { normalize } from "../../normalize.ts";
import { parseId } from "../../parse-id.ts";
import { HttpProblem } from "../../problem.ts";

/** A video of a product in a lesson. */
export interface Video {
  readonly entry: CatalogueLesson;
  /** Its name, in NFC. */
  readonly asset: string;
  readonly file: CatalogueFile;
}

/**
 * Finds a video by the names in a request.
 * @param lesson its key in upper or lower case, or its id
 * @throws HttpProblem 404
 */
export const findVideo = (
  catalogue: Catalogue,
  product: string,
  lesson: string,
  asset: string,
): Video => {
  const found = catalogue.products.get(product.toUpperCase());
  if (!found) throw new HttpProblem(404, "product/not_found", "There is no such product");
  const id = parseId(lesson);
  const byId = id === null ? undefined : catalogue.lessons.get(id);
  const entry = found.lessons.get(lesson.toLowerCase()) ?? byId;
  if (entry?.product !== found) {
    throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
  }
  const file = catalogue.file("asset", product, asset);
  if (!file?.type.startsWith("video/")) {
    throw new HttpProblem(404, "asset/not_found", "There is no such video");
  }
  return { entry, asset: normalize(asset), file };
};
