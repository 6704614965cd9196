/** A day of the week as ISO 8601 and `Intl` number it: 1 is Monday, 7 is Sunday. */
export type Weekday = number;

export const isWeekday = (value: unknown): value is Weekday =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 7;

/**
 * A locale's week information: a method in new engines, a property in those of 2023, or neither.
 */
export interface WeekLocale {
  readonly getWeekInfo?: () => { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
  maximize(): { readonly region?: string };
}

/** Creates a locale from a language tag. @throws RangeError for an invalid tag */
export type CreateLocale = (tag: string) => WeekLocale;

/**
 * The locale for a person's regional conventions: the first of the person's languages. The language
 * of the interface counts only if there is none, because not everybody who uses the app in English
 * lives in the United States.
 * @param languages the person's languages in order of preference, such as `navigator.languages`
 * @param interfaceLanguage the language of the app
 * @param createLocale a test passes that of an older engine
 * @returns null if no tag is valid
 */
export const localeOfPerson = (
  languages: readonly string[],
  interfaceLanguage: string,
  createLocale: CreateLocale = (tag) => new Intl.Locale(tag),
): WeekLocale | null => {
  for (const tag of [...languages.slice(0, 1), interfaceLanguage]) {
    try {
      return createLocale(tag);
    } catch {
      // Not a language tag: people can put any text into a browser's list.
    }
  }
  return null;
};

/** The first day of the week according to the engine; undefined if it does not tell. */
export const weekStartOf = (locale: WeekLocale): Weekday | undefined => {
  const day = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  return isWeekday(day) ? day : undefined;
};
