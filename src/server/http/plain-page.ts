import { accentProperties } from "../../domain/accent.ts";
import { directionOf } from "../../domain/languages.ts";
import { NOT_FRAMED, reply } from "./reply.ts";
import { ICON } from "./web-app/icon.ts";

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d5cfc0,#39404d);--chalk:light-dark(#1f5f8b,#7cc0ee);--on-chalk:light-dark(#fff,#0c1c28);--sheet:light-dark(#fff,#1f232c)}
body{margin:0;padding:0 1rem;font:1rem/1.55 system-ui,sans-serif;color:light-dark(#1d2433,#eceef3);background:light-dark(#faf7f0,#171a21) radial-gradient(light-dark(#d9d2c1,#2c313c) 1px,transparent 1.5px) 0 0/1.5rem 1.5rem}
main{position:relative;box-sizing:border-box;max-inline-size:26rem;margin:10vh auto;padding:2rem;background:var(--sheet);border:1px solid var(--line);border-radius:.375rem}
main::after{content:"";position:absolute;inset:.5rem;border:1px dashed var(--line);border-radius:.25rem;pointer-events:none}
h1{margin:0 0 1rem;font:600 1.6rem/1.2 Georgia,"Noto Serif Hebrew",serif;text-wrap:balance}
label{display:block;margin-block:1rem .3rem;font-weight:600}small{display:block;margin-block-start:.3rem}
input,select,button{box-sizing:border-box;inline-size:100%;min-block-size:46px;padding-inline:.8rem;font:inherit;color:inherit;background:var(--sheet);border:1px solid light-dark(#8d8672,#6b7484);border-radius:.375rem}
fieldset{margin:1.5rem 0 0;padding:0;border:0}legend{padding:0;font-weight:600}fieldset label{display:flex;gap:.6rem;align-items:center;min-block-size:44px;margin:0;font-weight:400}
[type=checkbox],[type=radio]{flex:none;inline-size:1.2rem;min-block-size:1.2rem;accent-color:var(--chalk)}
button{margin-block-start:1.5rem;font-weight:600;color:var(--on-chalk);background:var(--chalk);border-color:var(--chalk);cursor:pointer}
a{color:var(--chalk)}:focus-visible{outline:2px dashed var(--chalk);outline-offset:3px}
[role=alert]{color:light-dark(#b3372e,#ff8f84);font-weight:600}`;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  // The address contains the secret, so no referrer is sent.
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; ${NOT_FRAMED}`,
};

/** The appearance of the page. */
export interface Look {
  readonly language: string;
  /** The accent colour of the school; empty for the app's own. */
  readonly accent: string;
  /** The school's name in the page's title; empty if it is not known. */
  readonly school: string;
}

/** The look of a school from its row in the database. */
export const lookOf = (
  language: string,
  school: { accent: string | null; title: string | null; name: string | null } | undefined,
): Look => ({
  language,
  accent: school?.accent ?? "",
  school: school?.title || school?.name || "",
});

const titleOf = (heading: string, school: string): string => {
  const name = school.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return name ? `${heading} · ${name}` : heading;
};

const accentStyle = (accent: string): string => {
  const declarations = Object.entries(accentProperties(accent)).map((one) => one.join(":"));
  return accent && `:root{${declarations.join(";")}}`;
};

/**
 * A small page of the school, for steps outside of the app.
 * @param body HTML
 */
export const plainPage = (
  { language, accent, school }: Look,
  heading: string,
  body: string,
  status: number,
  more: Record<string, string> = {},
): Response => {
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${titleOf(heading, school)}</title><link rel="icon" href="${ICON}"><style>${STYLE}${accentStyle(accent)}</style></head><body><main><h1>${heading}</h1>${body}</main></body></html>`;
  return reply(html, status, { ...HEADERS, ...more });
};
