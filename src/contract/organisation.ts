import * as v from "valibot";
import { call } from "./call.ts";
import { flag, id, leftOut, text, type WireSchema } from "./wire.ts";

const footerFields = v.object({
  url: text,
  description: text,
  email: text,
  facebook: text,
  instagram: text,
  twitter: text,
  pinterest: text,
  youtube: text,
  tel: text,
  mobile: text,
  fax: text,
  /** The addresses of pages about the school that everybody may read. Only our school sends them. */
  imprint: text,
  privacy: text,
});

const parsed = (value: unknown): unknown => {
  if (typeof value !== "string") return value ?? {};
  try {
    return JSON.parse(value) ?? {};
  } catch {
    // An invalid footer counts as an empty one. The default contact details are shown.
    return {};
  }
};

/** The footer of an organisation, sent as an object or as a string with JSON. */
const footer = v.nullish(v.pipe(v.unknown(), v.transform(parsed), footerFields), {}) as WireSchema<
  Partial<Footer>,
  Footer
>;

export const organisation = v.object({
  id,
  name: text,
  /** PNG in base64, with or without the `data:` prefix. */
  logo: text,
  /** The logo on dark ground, as `logo`; left out or empty: `logo` is shown there, too. */
  logo_dark: leftOut,
  /** What the page's titles call the school; left out or empty: its name. */
  title: leftOut,
  /** Changes with the icon in the browser's tab; left out or empty: the page has the right one. */
  favicon: leftOut,
  email: text,
  telephone: text,
  download_available: flag,
  /** Whether there is an installer of the desktop app to download; left out: there is none. */
  installers: v.nullish(v.boolean()),
  /**
   * The colour of links and buttons, such as `#a03050`; anything else: the app's own. Only pages of a
   * school with a colour load the code that reads it.
   */
  accent: text,
  /** The first of the school's languages, in which texts are read that others lack; left out or empty: English. */
  language: leftOut,
  /** The time zone of the school's days, such as `Europe/Athens`; left out or empty: UTC. */
  zone: leftOut,
  /** The first day of the school's weeks, 1 for Monday to 7; left out: that of each person's region. */
  week_start: v.nullish(v.number()),
  /** The name on the button that signs in with the school's own accounts; empty: there is none. */
  openid: leftOut,
  footer,
});

export type Footer = v.InferOutput<typeof footerFields>;
export type Organisation = v.InferOutput<typeof organisation>;
export type SentOrganisation = v.InferInput<typeof organisation>;

/** `GET /organizations/{id}`: name, logo and contact details for header and footer. */
export const getOrganisation = call.get("/organizations/:id", {
  open: true,
  answer: v.object({ organization: organisation }),
});
