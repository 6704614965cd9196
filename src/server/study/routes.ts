import { getLesson, getProducts, getSkeleton } from "../../contract/content.ts";
import { searchLessons } from "../../contract/search.ts";
import type { Catalogue, CatalogueProduct } from "../content/catalogue.ts";
import { type App, readerRoute } from "../http/route.ts";
import { cached } from "../http/typed-answer.ts";
import { HttpProblem } from "../problem.ts";
import { isLanguageCode } from "../requested-language.ts";
import type { Services } from "../services.ts";
import type { FileAccess } from "../store/serve/file-access.ts";
import { lessonTexts } from "./lesson-texts.ts";
import { readerState } from "./reading.ts";
import { createProductSearch } from "./search.ts";

const productNamed = (catalogue: Catalogue, key: string): CatalogueProduct => {
  const product = catalogue.products.get(key.toUpperCase());
  if (!product) throw new HttpProblem(404, "product/not_found", "There is no such product");
  return product;
};

/** The calls for the product list, the skeletons and the lessons. */
export const productRoutes = (app: App, services: Services, access: FileAccess): void => {
  const texts = lessonTexts(services.database.read);
  const search = createProductSearch(services);

  readerRoute(app, services, getProducts, () => cached(services.catalogue.current.productList));

  readerRoute(app, services, getSkeleton, ({ params }) =>
    cached(productNamed(services.catalogue.current, params.productKey).skeleton),
  );

  readerRoute(app, services, getLesson, async ({ params, query, reader }) => {
    const catalogue = services.catalogue.current;
    const product = productNamed(catalogue, params.productKey);
    const entry = product.lessons.get(params.lessonKey.toLowerCase());
    if (!entry) throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
    const reading = await readerState(services, services.database.read, reader);
    reading.assertOpen(entry);
    // The lesson's pictures are requested next.
    access.remember(reader, reading);
    // Only language codes are keys of the cache, so that nobody can fill it with made-up keys.
    const { language } = query;
    return cached(await texts(entry, language && isLanguageCode(language) ? language : undefined));
  });

  readerRoute(app, services, searchLessons, async ({ params, query, reader }) => {
    const product = productNamed(services.catalogue.current, params.productKey);
    return search(query, reader, product);
  });
};
