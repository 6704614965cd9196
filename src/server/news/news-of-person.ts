import { isSessionExpired } from "../../domain/session-expiry.ts";
import { schoolToday } from "../school/school-today.ts";
import type { Services } from "../services.ts";
import type { News } from "./compose-news.ts";
import type { StoredNews, ToldPerson } from "./news-rows.ts";
import { lookUp } from "./true-news.ts";

/** What is to be told to a person, and what is not. */
export interface PersonsNews {
  readonly news: readonly News[];
  /** The rows of the news. */
  readonly told: readonly StoredNews[];
  /** The rows that are no longer true, or not for this person. */
  readonly over: readonly StoredNews[];
  /** When the next row can be told that cannot be told yet; null if there is none. */
  readonly later: number | null;
}

type NewsServices = Pick<Services, "catalogue" | "database" | "clock">;

/** Whether somebody can sign in. Nobody else is told anything. */
const isActive = (services: NewsServices, { blocked, expire, level }: ToldPerson): boolean =>
  blocked === null && !isSessionExpired(expire, schoolToday(services), level);

/**
 * What is true of the rows of a person at this moment.
 * @param language of the assignments' titles
 */
export const newsOfPerson = async (
  services: NewsServices,
  person: ToldPerson,
  rows: readonly StoredNews[],
  language: string,
): Promise<PersonsNews> => {
  const news: News[] = [];
  const told: StoredNews[] = [];
  const over: StoredNews[] = [];
  let later: number | null = null;
  if (!isActive(services, person)) return { news, told, over: rows, later };
  const truthOf = await lookUp({ services, person, rows, language });
  for (const row of rows) {
    const truth = truthOf(row);
    if (!truth) over.push(row);
    else if ("from" in truth) later = Math.min(later ?? truth.from, truth.from);
    else {
      told.push(row);
      news.push({ kind: row.kind, subjectId: row.subject_id, ...truth });
    }
  }
  return { news, told, over, later };
};
