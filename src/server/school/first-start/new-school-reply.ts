import type { HonoRequest } from "hono";
import { FALLBACK_LANGUAGE } from "../../../domain/languages.ts";
import { lookOf, plainPage } from "../../http/plain-page.ts";
import { askedLanguage, serverTexts } from "../../server-texts.ts";

/** Says where the link is that sets up a new school. It is not here: whoever comes first would own the school. */
export const newSchoolPage = (request: HonoRequest): Response => {
  const language = askedLanguage(request.header("accept-language")) ?? FALLBACK_LANGUAGE;
  const text = serverTexts(language);
  return plainPage(
    lookOf(language, undefined),
    text("first-start.heading"),
    `<p>${text("first-start.where")}</p>`,
    200,
  );
};
