import type { Page, Route } from "playwright/test";

/** What a captive portal or a broken proxy sends in place of the school's answer. */
const HTML =
  "<!doctype html><title>Sign in to the network</title><p>Please pay for the coffee.</p>";

/** Ways in which the server or the connection fails. */
export const failures = {
  "no network": (route: Route) => route.abort("internetdisconnected"),
  "a connection that breaks": (route: Route) => route.abort("connectionreset"),
  "a server's error": (route: Route) => route.fulfill({ status: 500, json: { status: 500 } }),
  "a page in place of an answer": (route: Route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: HTML }),
} satisfies Record<string, (route: Route) => Promise<void>>;

/**
 * Holds back the requests to an address.
 * @returns a function that releases them, and later ones
 */
export const holdBack = async (
  page: Page,
  address: string | RegExp,
): Promise<() => Promise<void>> => {
  const released = Promise.withResolvers<void>();
  const handler = async (route: Route) => {
    await released.promise;
    // The page that sent the request may be closed.
    await route.fallback().catch(() => undefined);
  };
  await page.route(address, handler);
  return async () => {
    released.resolve();
    await page.unroute(address, handler);
  };
};

/** Answers with these texts of a lesson, by language, in place of the school's. */
export const answerLesson = (page: Page, key: string, languages: object) =>
  page.route(new RegExp(`/lessons/${key}\\?`), async (route) => {
    const { lesson } = await (await route.fetch()).json();
    await route.fulfill({ json: { lesson: { ...lesson, html: { languages } } } });
  });
