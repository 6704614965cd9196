import { getCourses } from "../../contract/account.ts";
import type { SentAnswer } from "../../contract/call.ts";
import { getLesson, getProducts, getSkeleton } from "../../contract/content.ts";
import { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { searchLessons } from "../../contract/search.ts";
import type { Student } from "../accounts/session/access.ts";
import type { Catalogue, CatalogueProduct } from "../content/catalogue.ts";
import { cached } from "../http/answer.ts";
import { type App, readerRoute, route } from "../http/route.ts";
import { HttpProblem } from "../problem.ts";
import { isLanguageCode } from "../server-texts.ts";
import type { Services } from "../services.ts";
import type { FileAccess } from "../store/serve/file-access.ts";
import { coursePicture } from "./course-picture.ts";
import { lessonTexts } from "./lesson-texts.ts";
import { type OwnCourse, ownCourses, readerState } from "./reading.ts";
import { createProductSearch } from "./search.ts";

const sent = ({ entry: { key, product, course }, entry, subscription }: OwnCourse) => ({
  id: course.props.id,
  key,
  image: coursePicture(entry),
  title: course.props.title,
  translations: course.props.translations,
  order: product.data.courseOrder.indexOf(key) + 1,
  cdId: product.data.props.id,
  weeklyTarget: course.props.weeklyTarget,
  user_courses: {
    expDate: subscription.expDate,
    expDateReal: subscription.expDate,
    subDate: subscription.subDate,
    subMonths: subscription.subMonths,
  },
});

/** The person's courses, with the exact dates of their subscriptions. */
export const sentCourses = async (
  services: Pick<Services, "catalogue" | "database">,
  person: Student,
): Promise<SentAnswer<typeof getCourses>> => {
  const own = await ownCourses(services, services.database.read, person);
  return { courses: own.map(sent) };
};

export const courseRoutes = (app: App, services: Services): void => {
  route(app, services, getCourses, ({ person }) => sentCourses(services, person));
};

/** The calls for questions and answers, the glossary and the study instructions. */
export const menuRoutes = (app: App, services: Services): void => {
  const { catalogue } = services;
  readerRoute(app, services, getFaqs, () => cached(catalogue.current.faqs));
  readerRoute(app, services, getGlossary, () => cached(catalogue.current.glossary));
  readerRoute(app, services, getInstructions, () => cached(catalogue.current.instructions));
};

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
