import type { SentOrganisation } from "../../contract/organisation.ts";
import { FALLBACK_LANGUAGE, LANGUAGES } from "../../domain/languages.ts";
import { WEEK_STARTS } from "../../domain/week-start.ts";
import { HEX_COLOUR } from "../../lib/hex-colour.ts";
import { withoutInvisible } from "../../lib/without-invisible.ts";
import { isZone } from "../days.ts";
import { isMailAddress } from "../mail-address.ts";
import type { AuthorFolder } from "./author-folder.ts";
import { readIcon, readLogos, readNames } from "./brand.ts";
import { CODE, CODE_RULE } from "./courses.ts";
import { readMails } from "./mails.ts";
import { isWebAddress, type Outside, readOutside } from "./outside.ts";
import { parseYaml } from "./parse-yaml.ts";
import {
  createIdRegister,
  didYouMean,
  markOf,
  type ProblemList,
  taken,
  wrongValue,
} from "./problem-list.ts";
import type { CompiledSchool, PublicSite } from "./school.ts";
import { readSchoolPages } from "./school-pages.ts";
import { readAnnouncements } from "./school-texts.ts";
import type { YamlField, YamlFields } from "./yaml-field.ts";

const FILE = "school.yaml";
const WEEK_DAYS = Object.keys(WEEK_STARTS) as (keyof typeof WEEK_STARTS)[];
const ADDRESSES = ["url", "facebook", "instagram", "twitter", "pinterest", "youtube"];
const WORDS = ["description", "email", "tel", "mobile", "fax"];

/** The content of `school.yaml`. */
export interface SchoolSettings
  extends Pick<
    CompiledSchool,
    "organisation" | "brand" | "mails" | "announcements" | "tutorTalk" | "voiceAnswers"
  > {
  /** The first one is the language of whatever others lack. */
  languages: [string, ...string[]];
  outside: Outside;
  pages: PublicSite["pages"];
  products: { key: string; field: YamlField }[];
}

/** @returns null when the file is missing or is not YAML; the problem has been reported */
export const readSchoolSettings = async (
  folder: AuthorFolder,
  problems: ProblemList,
): Promise<SchoolSettings | null> => {
  const report = problems.in(FILE);
  const text = await folder.text(FILE, report, () => {
    report(1, "The school's folder needs this file.", markOf("file/missing", FILE));
  });
  const root = text === null ? null : parseYaml(text, FILE, report);
  const fields = root?.fields([
    "languages",
    "organisation",
    "products",
    "announcements",
    "mails",
    "tutor_talk",
    "voice_answers",
    "outside_links",
    "outside_films",
    "pages",
  ]);
  if (!fields) return null;
  const languages = readLanguages(fields.maybe("languages"));
  const [first] = languages;
  return {
    languages,
    ...(await readOrganisation(fields.need("organisation"), folder)),
    mails: readMails(fields.maybe("mails"), first),
    announcements: readAnnouncements(
      fields.maybe("announcements"),
      createIdRegister("announcement"),
      first,
    ),
    tutorTalk: fields.maybe("tutor_talk")?.oneOf(["here", "mail"]) ?? "here",
    voiceAnswers: fields.maybe("voice_answers")?.boolean() ?? true,
    outside: readOutside(fields),
    pages: readSchoolPages(fields.maybe("pages")),
    products: readProductKeys(fields.need("products")),
  };
};

const readLanguages = (field: YamlField | null): [string, ...string[]] => {
  const languages: string[] = [];
  for (const item of field?.list() ?? []) {
    const language = item.oneOf(LANGUAGES);
    if (language === null) continue;
    if (languages.includes(language)) item.say(`"${language}" is listed twice.`, taken(language));
    else languages.push(language);
  }
  const [first = FALLBACK_LANGUAGE, ...others] = languages;
  return [first, ...others];
};

const readProductKeys = (field: YamlField | null): SchoolSettings["products"] => {
  const products: SchoolSettings["products"] = [];
  for (const item of field?.list() ?? []) {
    const key = item.matching(CODE, CODE_RULE);
    if (key === null) continue;
    if (products.some((product) => product.key === key)) {
      item.say(`"${key}" is listed twice.`, taken(key));
    } else products.push({ key, field: item });
  }
  return products;
};

const readOrganisation = async (
  field: YamlField | null,
  folder: AuthorFolder,
): Promise<Pick<SchoolSettings, "organisation" | "brand">> => {
  const fields = field?.fields([
    "id",
    "name",
    "logo",
    "logo_dark",
    "favicon",
    "title",
    "short_name",
    "email",
    "telephone",
    "download_available",
    "accent",
    "time_zone",
    "week_start",
    "footer",
  ]);
  const { logo, dark } = await readLogos(fields, folder);
  const { title, shortName } = readNames(fields);
  const zone = readZone(fields?.maybe("time_zone") ?? null);
  const weekStart = fields?.maybe("week_start")?.oneOf(WEEK_DAYS) ?? null;
  const icon = await readIcon(fields?.maybe("favicon") ?? null, folder);
  const organisation: SentOrganisation = {
    id: fields?.need("id")?.count() ?? 0,
    name: fields?.need("name")?.text() ?? "",
    logo,
    email: readMailAddress(fields?.maybe("email") ?? null),
    telephone: fields?.maybe("telephone")?.text() ?? "",
    download_available: fields?.maybe("download_available")?.boolean() ?? false,
    accent: readAccent(fields?.stated("accent") ?? null),
    footer: readFooter(fields?.maybe("footer")?.fields([...ADDRESSES, ...WORDS])),
    // Empty fields are not sent.
    ...(dark && { logo_dark: dark }),
    ...(title && { title }),
    ...(zone && { zone }),
    ...(weekStart && { week_start: WEEK_STARTS[weekStart] }),
    ...(icon && { favicon: icon.tag }),
  };
  return { organisation, brand: { icon, shortName } };
};

const readZone = (field: YamlField | null): string => {
  const zone = field?.text() ?? "";
  if (zone !== "" && !isZone(zone)) {
    const similar = didYouMean(zone, Intl.supportedValuesOf("timeZone")) || ".";
    const mark = wrongValue("time_zone", "zone");
    field?.say(`"${zone}" is not a time zone such as "Europe/Athens"${similar}`, mark);
  }
  return zone;
};

/** A mail address, without the signs that nobody sees. */
const readMailAddress = (field: YamlField | null): string => {
  const address = withoutInvisible(field?.text() ?? "");
  if (field && address !== "" && !isMailAddress(address)) {
    const message = `"${field.name}" must be a mail address such as desk@school.example.`;
    field.say(message, wrongValue(field.name, "mail"));
  }
  return address;
};

const readAccent = (field: YamlField | null): string => {
  if (field?.isEmpty()) {
    const message = '"accent" is empty: put the colour in quotes, as YAML takes # for a comment.';
    field.say(message, wrongValue("accent", "colour"));
    return "";
  }
  const colour = field?.matching(HEX_COLOUR, 'a colour such as "#a03050"', "colour") ?? "";
  return colour.toLowerCase();
};

const readFooter = (fields: YamlFields | undefined): Record<string, string> => {
  const footer: Record<string, string> = {};
  for (const name of [...ADDRESSES, ...WORDS]) {
    const field = fields?.maybe(name);
    const text = field?.text();
    if (!field || !text) continue;
    if (ADDRESSES.includes(name) && !isWebAddress(text)) {
      const message = `"${name}" must be an address that begins with https:// or http://.`;
      field.say(message, wrongValue(name, "address"));
    }
    footer[name] = name === "email" ? readMailAddress(field) : text;
  }
  return footer;
};
