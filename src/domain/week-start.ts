import {
  type CreateLocale,
  isWeekday,
  localeOfPerson,
  type Weekday,
  weekStartOf,
} from "./week-locale.ts";

export const MONDAY: Weekday = 1;

/** The days with which a school may begin its weeks, by their names in its settings. */
export const WEEK_STARTS: Readonly<Record<"monday" | "saturday" | "sunday", Weekday>> = {
  monday: MONDAY,
  saturday: 6,
  sunday: 7,
};

/** Parses a weekday of a query, 1 to 7; Monday if it is invalid. */
export const parseWeekday = (text: string | number | undefined): Weekday => {
  const day = Number(text);
  return isWeekday(day) ? day : MONDAY;
};

/**
 * Regions whose week does not begin on Monday, two letters each, from CLDR 48, for engines without this data.
 */
const REGIONS: readonly (readonly [Weekday, string])[] = [
  [5, "MV"],
  [6, "AFBHDJDZEGIQIRJOKWLYOMQASDSY"],
  [
    7,
    "AGASBDBRBSBTBWBZCACODMDOETGTGUHKHNIDILINISJMJPKEKHKRLAMHMMMOMTMXMZNINPPAPEPHPKPRPTPYSASGSVTHTTTWUMUSVEVIWSYEZAZW",
  ],
];

const dayOfRegion = (region: string | undefined): Weekday =>
  REGIONS.find(([, regions]) => region && regions.match(/../g)?.includes(region))?.[0] ?? MONDAY;

/**
 * The first day of a person's week. It depends on the region, not on the language: the region of
 * the person's locale, or the one where its language is mostly spoken.
 * @param languages the person's languages in order of preference, such as `navigator.languages`
 * @param interfaceLanguage the language of the app
 * @param createLocale a test passes that of an older engine
 * @returns Monday if nothing is known
 */
export const firstDayOfWeek = (
  languages: readonly string[],
  interfaceLanguage: string,
  createLocale?: CreateLocale,
): Weekday => {
  const locale = localeOfPerson(languages, interfaceLanguage, createLocale);
  if (!locale) return MONDAY;
  return weekStartOf(locale) ?? dayOfRegion(locale.maximize().region);
};
