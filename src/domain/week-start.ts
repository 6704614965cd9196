import {
  isWeekday,
  localeOfPerson,
  type MakeLocale,
  type Weekday,
  weekStartOf,
} from "./week-locale.ts";

export const MONDAY: Weekday = 1;

/** The day that a query names; Monday where it names none. */
export const weekdayFrom = (text: string | number | undefined): Weekday => {
  const day = Number(text);
  return isWeekday(day) ? day : MONDAY;
};

/** Regions whose week does not begin on Monday, from CLDR 48: what an engine without it is told. */
const REGIONS: readonly (readonly [Weekday, string])[] = [
  [5, "MV"],
  [6, "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY"],
  [
    7,
    "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW",
  ],
];

const dayOfRegion = (region: string | undefined): Weekday =>
  REGIONS.find(([, regions]) => region && regions.split(" ").includes(region))?.[0] ?? MONDAY;

/**
 * The day on which a person's week begins: a habit of a region, not of a language. The person's locale
 * says it, by its region or by the region where its language is mostly spoken.
 * @param languages the person's own, the preferred one first, such as `navigator.languages`
 * @param interfaceLanguage the language that the app is read in
 * @param makeLocale a test passes that of an older engine
 * @returns Monday where nothing is known
 */
export const firstDayOfWeek = (
  languages: readonly string[],
  interfaceLanguage: string,
  makeLocale?: MakeLocale,
): Weekday => {
  const locale = localeOfPerson(languages, interfaceLanguage, makeLocale);
  if (!locale) return MONDAY;
  return weekStartOf(locale) ?? dayOfRegion(locale.maximize().region);
};
