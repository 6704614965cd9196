import { getFaqs, getGlossary, getInstructions } from "../../../contract/reference.ts";
import { sendRepresentation } from "../answer.ts";
import { type App, readerEndpoint } from "../endpoint.ts";
import type { Services } from "../services.ts";

/** Questions and answers, the glossary and how to study. */
export const menuRoutes = (app: App, services: Services): void => {
  const { catalogue } = services;
  readerEndpoint(app, services, getFaqs, ({ request }) =>
    sendRepresentation(request, catalogue.current.faqs),
  );
  readerEndpoint(app, services, getGlossary, ({ request }) =>
    sendRepresentation(request, catalogue.current.glossary),
  );
  readerEndpoint(app, services, getInstructions, ({ request }) =>
    sendRepresentation(request, catalogue.current.instructions),
  );
};
