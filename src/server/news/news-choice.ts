import type { Insertable, Kysely, Selectable } from "kysely";
import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../../domain/languages.ts";
import { defaultNewsChoice, type NewsChoice, weekIsOver } from "../../domain/news.ts";
import type { Weekday } from "../../domain/week-locale.ts";
import { parseWeekday } from "../../domain/week-start.ts";
import type { KeyedHash } from "../accounts/hashing-key.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { schoolLanguages } from "../content/import-school.ts";
import { type Days, daysIn, isZone } from "../days.ts";
import type { Tables } from "../db/schema.ts";
import { isSameText } from "../secrets.ts";
import type { Services } from "../services.ts";

declare const kind: unique symbol;

/**
 * Stands in the links of a person's mails, and opens nothing but the choice of when they come. It is
 * computed, so it does not end, and the database need not know it.
 */
type ChoiceKey = string & { readonly [kind]: "choice key" };

const KIND = "news choice";

export const choiceKeyOf = (hash: KeyedHash, accountId: number): ChoiceKey =>
  `${accountId}-${hash(KIND, String(accountId))}` as ChoiceKey;

/** Whose key it is; null for one that the school has not made. The person may have been removed. */
export const ownerOf = (hash: KeyedHash, sent: string): number | null => {
  const [, id] = /^([1-9]\d{0,14})-[\w-]{22}$/.exec(sent) ?? [];
  if (id === undefined) return null;
  return isSameText(sent, choiceKeyOf(hash, Number(id))) ? Number(id) : null;
};

type StoredChoice = Selectable<Tables["news_choice"]>;

/** Parts of what is stored about a person's choice; nulls where nothing is stored. */
type PartOfChoice =
  | { readonly [Name in keyof StoredChoice]?: StoredChoice[Name] | null }
  | undefined;

/** The choice of a person of this level. */
export const choiceOf = (level: number, stored: PartOfChoice): NewsChoice => {
  const usual = defaultNewsChoice(level);
  return {
    mail: stored?.mail ?? usual.mail,
    hour: stored?.hour ?? usual.hour,
    idle: stored?.idle === 1,
  };
};

/** The person's clocks; the school's, if their zone is not known. */
export const clocksOf = (zone: string | null, school: Days<"school">): Days<"student"> =>
  daysIn(zone && isZone(zone) ? zone : school.zone);

/** The first day of the person's week. */
export const weekStartOf = (stored: PartOfChoice): Weekday =>
  parseWeekday(stored?.week_start ?? undefined);

/** The first language of the school, for people whose language is not known. */
export const schoolLanguage = async (db: Kysely<Tables>): Promise<Language> =>
  (await schoolLanguages(db)).find(isLanguage) ?? FALLBACK_LANGUAGE;

export const readChoice = (db: Kysely<Tables>, accountId: number) =>
  db.selectFrom("news_choice").selectAll().where("account_id", "=", accountId).executeTakeFirst();

/** The language of a person's app; the school's first one, if the app has not told it. */
export const languageOf = async (db: Kysely<Tables>, accountId: number): Promise<Language> => {
  const language = (await readChoice(db, accountId))?.language ?? "";
  return isLanguage(language) ? language : schoolLanguage(db);
};

/** Stores a part of a person's choice; call within a write. */
export const storeChoice = async (
  db: Kysely<Tables>,
  accountId: number,
  changes: Omit<Insertable<Tables["news_choice"]>, "account_id">,
): Promise<void> => {
  await db
    .insertInto("news_choice")
    .values({ account_id: accountId, ...changes })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(changes))
    .execute();
};

/** When to look next at the week of a person; null if they do not want it. */
export const nextLook = (
  { catalogue, clock }: Pick<Services, "catalogue" | "clock">,
  level: number,
  stored: PartOfChoice,
): number | null => {
  const { idle, hour } = choiceOf(level, stored);
  if (!idle) return null;
  const clocks = clocksOf(stored?.zone ?? null, catalogue.current.schoolDays);
  return weekIsOver(clock(), weekStartOf(stored), hour, clocks);
};

/** Has a digest planned anew, and a week looked at, after a change; call within a write. */
const planAnew = async (
  services: Pick<Services, "catalogue" | "clock">,
  db: Kysely<Tables>,
  { accountId, level }: Pick<SignedIn, "accountId" | "level">,
): Promise<void> => {
  const stored = await readChoice(db, accountId);
  await storeChoice(db, accountId, { idle_next: nextLook(services, level, stored) });
  const now = services.clock();
  await db
    .updateTable("news_due")
    .set({ digest: null, due: now, since: now })
    .where("account_id", "=", accountId)
    .where("digest", "is not", null)
    .execute();
};

/** Stores what a person has chosen; call within a write. */
export const changeChoice = async (
  services: Pick<Services, "catalogue" | "clock">,
  db: Kysely<Tables>,
  person: Pick<SignedIn, "accountId" | "level">,
  { mail, hour, idle }: NewsChoice,
): Promise<void> => {
  await storeChoice(db, person.accountId, { mail, hour, idle: Number(idle) });
  await planAnew(services, db, person);
};

/** What the app tells about a person. */
export interface Locale {
  /** Absent: not known. */
  readonly language?: string;
  readonly zone: string;
  /** Absent: not known. */
  readonly week_start?: number;
}

/** Stores what the app tells about a person, unless it is known. */
export const storeLocale = async (
  services: Pick<Services, "catalogue" | "clock" | "database">,
  person: Pick<SignedIn, "accountId" | "level">,
  locale: Locale,
): Promise<void> => {
  const { read, write } = services.database;
  const known = await readChoice(read, person.accountId);
  const values = Object.entries(locale) as [keyof Locale, string | number][];
  if (known && values.every(([name, value]) => known[name] === value)) return;
  await write(async (db) => {
    await storeChoice(db, person.accountId, locale);
    await planAnew(services, db, person);
  });
};
