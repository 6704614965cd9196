import { getFaqs, getGlossary, getInstructions } from "../../contract/reference.ts";
import { type App, readerRoute } from "../http/route.ts";
import { cached } from "../http/typed-answer.ts";
import type { Services } from "../services.ts";

/** The calls for questions and answers, the glossary and the study instructions. */
export const menuRoutes = (app: App, services: Services): void => {
  const { catalogue } = services;
  readerRoute(app, services, getFaqs, () => cached(catalogue.current.faqs));
  readerRoute(app, services, getGlossary, () => cached(catalogue.current.glossary));
  readerRoute(app, services, getInstructions, () => cached(catalogue.current.instructions));
};
