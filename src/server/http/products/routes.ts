import { getLesson, getProducts, getSkeleton } from "../../../contract/content.ts";
import { searchLessons } from "../../../contract/search.ts";
import { sendJson, sendRepresentation } from "../answer.ts";
import type { Catalogue, CatalogueProduct } from "../catalogue.ts";
import { type App, parameter, readerEndpoint } from "../endpoint.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { lessonTexts } from "./lesson-texts.ts";
import { readerState } from "./reading.ts";
import { searchProduct } from "./search.ts";

const productNamed = (catalogue: Catalogue, key: string): CatalogueProduct => {
  const product = catalogue.products.get(key.toUpperCase());
  if (!product) throw new HttpProblem(404, "product/not_found", "There is no such product");
  return product;
};

/** The product list, the skeletons and the lessons. */
export const productRoutes = (app: App, services: Services): void => {
  const texts = lessonTexts(services.database.read);

  readerEndpoint(app, services, getProducts, ({ request }) =>
    sendRepresentation(request, services.catalogue.current.productList),
  );

  readerEndpoint(app, services, getSkeleton, ({ request }) => {
    const key = parameter(request, "productKey");
    return sendRepresentation(request, productNamed(services.catalogue.current, key).skeleton);
  });

  readerEndpoint(app, services, getLesson, async ({ request, reader }) => {
    const catalogue = services.catalogue.current;
    const product = productNamed(catalogue, parameter(request, "productKey"));
    const entry = product.lessons.get(parameter(request, "lessonKey").toLowerCase());
    if (!entry) throw new HttpProblem(404, "lesson/not_found", "There is no such lesson");
    const reading = await readerState(services, services.database.read, reader);
    reading.mustBeOpen(entry);
    return sendRepresentation(request, await texts(entry));
  });

  readerEndpoint(app, services, searchLessons, async ({ request, reader }) => {
    const product = productNamed(services.catalogue.current, parameter(request, "productKey"));
    return sendJson(request, {
      results: await searchProduct(services, request, reader, product),
    });
  });
};
