import { hash } from "node:crypto";
import { accentProperties } from "../../domain/accent.ts";
import { directionOf, languageName } from "../../domain/languages.ts";
import { SCHOOL_PAGES, type SchoolPage } from "../../domain/school-page.ts";
import { escapeHtml } from "../content/markdown-parser.ts";
import { NOT_FRAMED } from "../http/reply.ts";
import { ICON } from "../http/web-app/icon.ts";
import { Representation } from "../representation.ts";
import { serverTexts } from "../server-texts.ts";

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d5cfc0,#39404d);--edge:light-dark(#8d8672,#6b7484);--chalk:light-dark(#1f5f8b,#7cc0ee);--on-chalk:light-dark(#fff,#0c1c28);--sheet:light-dark(#fff,#1f232c);--faint:light-dark(#5c5648,#b3bac7)}
*{box-sizing:border-box}body{margin:0;font:1rem/1.6 system-ui,sans-serif;color:light-dark(#1d2433,#eceef3);background:light-dark(#faf7f0,#171a21) radial-gradient(light-dark(#d9d2c1,#2c313c) 1px,transparent 1.5px) 0 0/1.5rem 1.5rem;overflow-wrap:anywhere}
header,main,footer{max-inline-size:60rem;margin-inline:auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center}header .home{display:flex;gap:.75rem;align-items:center;min-block-size:48px;font-weight:600;text-decoration:none;color:inherit;margin-inline-end:auto}header img{block-size:40px;inline-size:auto;max-inline-size:160px}
nav ul{display:flex;flex-wrap:wrap;gap:0 1rem;margin:0;padding:0;list-style:none}nav a,footer a{display:inline-block;min-block-size:48px;line-height:48px}
main{padding-block-start:0}.sheet{position:relative;padding:clamp(1rem,4vw,2rem);margin-block-end:1.25rem;background:var(--sheet);border:1px solid var(--line);border-radius:.375rem}
h1,h2,h3{font-family:Georgia,"Noto Serif Hebrew",serif;line-height:1.25;text-wrap:balance}h1{margin:0 0 1rem;font-size:clamp(1.7rem,5vw,2.4rem)}h2{margin:0 0 .75rem;font-size:1.35rem}h3{margin:1.25rem 0 .35rem;font-size:1.05rem}
.lead{font-size:1.1rem;white-space:pre-line}.lines{white-space:pre-line;margin:0}.course{display:grid;gap:1rem 2rem;align-items:start}@media (width > 48rem){.course{grid-template-columns:3fr 2fr}}
.shown{display:block;inline-size:100%;block-size:auto;aspect-ratio:3/2;object-fit:cover;border-radius:.25rem;background:#fff}.drawn{object-fit:contain}
.course *+h2,.text *+:is(h2,h3){margin-block-start:1.5rem}.text>:first-child,.text figure:first-child{margin-block-start:0}
.chapters{margin:0;padding-inline-start:1.4rem}@media (width > 48rem){.chapters{columns:2;column-gap:3rem}}.chapters>li{break-inside:avoid;padding-block-end:1rem}.chapters h3{margin-block:0 .25rem}.chapters p{margin:.5rem 0 0;font-size:.9rem;font-weight:600}.chapters>li::marker{font-weight:600;color:var(--chalk)}.chapters ul{margin:0;padding-inline-start:1.1rem;color:var(--faint)}
.list{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));margin:0;padding:0;list-style:none}.list .sheet{margin:0}.list h2{margin-block:.75rem .35rem}
a{color:var(--chalk)}.button,button{display:inline-block;min-block-size:48px;padding:.6rem 1.4rem;font:inherit;font-weight:600;line-height:1.6;color:var(--on-chalk);background:var(--chalk);border:0;border-radius:.375rem;text-decoration:none;cursor:pointer}
label{display:block;margin-block:1rem .3rem;font-weight:600}input,textarea{inline-size:100%;min-block-size:48px;padding:.6rem .8rem;font:inherit;color:inherit;background:var(--sheet);border:1px solid var(--edge);border-radius:.375rem}form button{margin-block-start:1.25rem}
small{display:block;color:var(--faint)}[role=alert]{color:light-dark(#b3372e,#ff8f84);font-weight:600}[role=status]{font-weight:600;border-inline-start:4px solid var(--chalk);padding-inline-start:1rem}.extra{position:absolute;inset-inline-start:-100vw;inline-size:1px;block-size:1px;overflow:hidden}
.text img,.text video{display:block;max-inline-size:100%;block-size:auto;margin-block:.5rem;background:#fff}.text figure{margin:1.25rem 0}.text table{display:block;overflow-x:auto;overflow-wrap:normal;border-collapse:collapse}.text :is(td,th){padding:.35rem .7rem;border:1px solid var(--line);text-align:start}.text blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}figcaption,footer{color:var(--faint);font-size:.9rem}
footer{border-block-start:1px dashed var(--edge)}:focus-visible{outline:2px dashed var(--chalk);outline-offset:3px}.skip:not(:focus){position:absolute;inline-size:1px;block-size:1px;overflow:hidden}
@media print{header nav,form,.button,footer nav{display:none}body{background:none}}`;

/** What all public pages show of a school. */
export interface PublicSchool {
  readonly name: string;
  /** In titles of pages. */
  readonly title: string;
  readonly accent: string;
  /** The addresses of the logo on light and on dark ground; empty where there is none. */
  readonly logo: { readonly light: string; readonly dark: string; readonly width: number };
  readonly email: string;
  readonly telephone: string;
  readonly languages: readonly string[];
  /** The pages about the school that have a text. */
  readonly pages: readonly SchoolPage[];
  /** The public address, without a trailing slash. */
  readonly address: string;
}

/** A page, besides what all of them have. */
export interface PublicPage {
  readonly language: string;
  readonly title: string;
  readonly description: string;
  /** The path after the language, such as `/courses/PMB`. */
  readonly path: string;
  /** HTML. */
  readonly body: string;
  /** The absolute address of a picture for those who share the page; null: none. */
  readonly picture: string | null;
  /** For search engines, as JSON-LD; null: nothing. */
  readonly data: object | null;
  /** Whether search engines may list it. */
  readonly isListed: boolean;
}

/** JSON that cannot end the element it stands in, whatever its texts are. */
const dataScript = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)}</script>`;

const headOf = (school: PublicSchool, page: PublicPage, style: string): string => {
  const own = `${school.address}/${page.language}${page.path}`;
  const title = escapeHtml(`${page.title} · ${school.title}`);
  const description = escapeHtml(page.description);
  const others = school.languages.map(
    (each) =>
      `<link rel="alternate" hreflang="${each}" href="${escapeHtml(`${school.address}/${each}${page.path}`)}">`,
  );
  const listed = page.isListed
    ? [
        `<link rel="canonical" href="${escapeHtml(own)}">`,
        ...others,
        `<link rel="alternate" hreflang="x-default" href="${escapeHtml(school.address + page.path)}">`,
      ]
    : ['<meta name="robots" content="noindex">'];
  const shared = [
    ["og:type", "website"],
    ["og:title", page.title],
    ["og:description", page.description],
    ["og:site_name", school.title],
    ["og:url", own],
    ["og:locale", page.language],
    ...(page.picture ? [["og:image", page.picture]] : []),
  ].map(([name = "", value = ""]) => `<meta property="${name}" content="${escapeHtml(value)}">`);
  return [
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>`,
    page.description ? `<meta name="description" content="${description}">` : "",
    ...listed,
    ...shared,
    page.picture ? '<meta name="twitter:card" content="summary_large_image">' : "",
    `<link rel="icon" href="${ICON}"><style>${style}</style>`,
    page.data ? dataScript(page.data) : "",
  ].join("");
};

const headerOf = (school: PublicSchool, { language, path }: PublicPage): string => {
  const text = serverTexts(language);
  const { light, dark, width } = school.logo;
  const source = dark ? `<source srcset="${dark}" media="(prefers-color-scheme:dark)">` : "";
  const logo = light
    ? `<picture>${source}<img src="${light}" alt="" width="${width}" height="40"></picture>`
    : "";
  const languages = school.languages
    .filter((each) => each !== language)
    .map(
      (each) =>
        `<li><a href="${escapeHtml(`/${each}${path}`)}" hreflang="${each}" lang="${each}" dir="${directionOf(each)}">${escapeHtml(languageName(each))}</a></li>`,
    );
  const choice =
    languages.length > 0
      ? `<nav aria-label="${escapeHtml(text("public.languages"))}"><ul>${languages.join("")}</ul></nav>`
      : "";
  return `<a class="skip" href="#content">${escapeHtml(text("public.skip"))}</a><header><a class="home" href="/${language}/courses">${logo}<bdi>${escapeHtml(school.name)}</bdi></a>${choice}<nav aria-label="${escapeHtml(school.name)}"><ul><li><a href="/tls/">${escapeHtml(text("public.sign-in"))}</a></li></ul></nav></header>`;
};

/** The names of the pages about the school. */
export const PAGE_WORDS = { imprint: "public.imprint", privacy: "public.privacy" } as const;

const footerOf = (school: PublicSchool, { language }: PublicPage): string => {
  const text = serverTexts(language);
  const pages = SCHOOL_PAGES.filter((name) => school.pages.includes(name)).map(
    (name) => `<li><a href="/${language}/${name}">${escapeHtml(text(PAGE_WORDS[name]))}</a></li>`,
  );
  const mail = school.email
    ? `<li><a href="mailto:${escapeHtml(encodeURI(school.email))}" dir="ltr">${escapeHtml(school.email)}</a></li>`
    : "";
  const phone = school.telephone
    ? `<li><a href="tel:${escapeHtml(school.telephone.replace(/[^\d+]/g, ""))}" dir="ltr">${escapeHtml(school.telephone)}</a></li>`
    : "";
  return `<footer><nav aria-label="${escapeHtml(text("public.about"))}"><ul>${mail}${phone}${pages.join("")}</ul></nav></footer>`;
};

/** A page as it is sent: its bytes, and the policy that lets nothing but its own style and files in. */
export interface RenderedPage {
  readonly html: Representation;
  readonly policy: string;
  readonly weight: number;
}

const PLAIN_STYLE = /\s*\n\s*/g;

/** Renders a page. It has no script: its policy allows none. */
export const renderPage = (school: PublicSchool, page: PublicPage): RenderedPage => {
  const accent = Object.entries(accentProperties(school.accent)).map((one) => one.join(":"));
  const style =
    STYLE.replace(PLAIN_STYLE, "") + (school.accent ? `:root{${accent.join(";")}}` : "");
  const html = `<!doctype html><html lang="${page.language}" dir="${directionOf(page.language)}"><head>${headOf(school, page, style)}</head><body>${headerOf(school, page)}<main id="content">${page.body}</main>${footerOf(school, page)}</body></html>`;
  const representation = new Representation("text/html; charset=utf-8", Buffer.from(html));
  return {
    html: representation,
    // Without a script nothing connects. With `connect-src 'none'` Lighthouse cannot read robots.txt.
    policy: `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; img-src 'self'; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; ${NOT_FRAMED}`,
    weight: representation.weight,
  };
};
