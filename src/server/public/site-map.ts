import { escapeHtml } from "../content/markdown-parser.ts";

/**
 * All public pages in all languages. https://www.sitemaps.org/protocol.html
 * @param paths after the language, such as `/courses/PMB`
 */
export const siteMap = (
  address: string,
  languages: readonly string[],
  paths: readonly string[],
): string => {
  const place = (language: string, path: string) => escapeHtml(`${address}/${language}${path}`);
  const entries = paths.flatMap((path) => {
    const others = languages.map(
      (each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${place(each, path)}"/>`,
    );
    return languages.map((each) => `<url><loc>${place(each, path)}</loc>${others.join("")}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join("\n")}</urlset>\n`;
};
