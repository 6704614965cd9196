import { getFaqs, getGlossary, getInstructions } from "../../../contract/reference.ts";
import { type App, readerRoute } from "../route.ts";
import type { Services } from "../services.ts";
import { cached } from "../typed-answer.ts";

/** The calls for questions and answers, the glossary and the study instructions. */
export const menuRoutes = (app: App, services: Services): void => {
  const { catalogue } = services;
  readerRoute(app, services, getFaqs, () => cached(catalogue.current.faqs));
  readerRoute(app, services, getGlossary, () => cached(catalogue.current.glossary));
  readerRoute(app, services, getInstructions, () => cached(catalogue.current.instructions));
};
