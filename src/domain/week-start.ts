/** A day of the week as ISO 8601 and `Intl` number it: 1 is Monday, 7 is Sunday. */
export type Weekday = number;

export const MONDAY: Weekday = 1;

export const isWeekday = (value: unknown): value is Weekday =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 7;

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

/** What engines know of a locale's week: a method today, a property in those of 2023, or neither. */
export interface WeekLocale {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
  maximize(): { readonly region?: string };
}

const knownDay = (locale: WeekLocale): number | undefined =>
  (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;

const dayOfRegion = (region: string | undefined): Weekday =>
  REGIONS.find(([, regions]) => region && regions.split(" ").includes(region))?.[0] ?? MONDAY;

/**
 * The day on which a person's week begins. That is a habit of a region, not of a language: the first
 * of the person's languages says it, by its region, or by the region where it is mostly spoken. The
 * interface's language decides only where the person has named none, because somebody who reads the
 * app in English does not therefore live in the United States.
 * @param languages the person's own, the preferred one first, such as `navigator.languages`
 * @param interfaceLanguage the language that the app is read in
 * @param localeOf makes a locale; a test passes that of an older engine
 * @returns Monday where nothing is known
 */
export const firstDayOfWeek = (
  languages: readonly string[],
  interfaceLanguage: string,
  localeOf: (tag: string) => WeekLocale = (tag) => new Intl.Locale(tag),
): Weekday => {
  for (const tag of [...languages.slice(0, 1), interfaceLanguage]) {
    try {
      const locale = localeOf(tag);
      const known = knownDay(locale);
      return isWeekday(known) ? known : dayOfRegion(locale.maximize().region);
    } catch {
      // No tag of a language: a browser's list can be set to anything.
    }
  }
  return MONDAY;
};
