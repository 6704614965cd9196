/** A day of the week as ISO 8601 and `Intl` number it: 1 is Monday, 7 is Sunday. */
export type Weekday = number;

export const isWeekday = (value: unknown): value is Weekday =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 7;

/** What engines know of a locale's week: a method today, a property in those of 2023, or neither. */
export interface WeekLocale {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
  maximize(): { readonly region?: string };
}

/** Makes a locale of a language tag. @throws RangeError for what is no tag */
export type MakeLocale = (tag: string) => WeekLocale;

/**
 * The locale whose habits a person has: the first of the person's languages. The interface's language
 * decides only where the person has named none, because somebody who reads the app in English does
 * not therefore live in the United States.
 * @param languages the person's own, the preferred one first, such as `navigator.languages`
 * @param interfaceLanguage the language that the app is read in
 * @param makeLocale a test passes that of an older engine
 */
export const localeOfPerson = (
  languages: readonly string[],
  interfaceLanguage: string,
  makeLocale: MakeLocale = (tag) => new Intl.Locale(tag),
): WeekLocale | null => {
  for (const tag of [...languages.slice(0, 1), interfaceLanguage]) {
    try {
      return makeLocale(tag);
    } catch {
      // No tag of a language: a browser's list can be set to anything.
    }
  }
  return null;
};

/** The day on which the week begins, as the engine knows it; undefined where it does not. */
export const weekStartOf = (locale: WeekLocale): Weekday | undefined => {
  const day = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  return isWeekday(day) ? day : undefined;
};
