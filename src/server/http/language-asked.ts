import type { HonoRequest } from "hono";

/** The language in the query; English for what is no language's code. */
export const languageAsked = (request: HonoRequest): string => {
  const language = request.query("language") ?? "";
  return /^[a-z]{2}$/.test(language) ? language : "en";
};
