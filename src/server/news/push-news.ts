import { directionOf } from "../../domain/languages.ts";
import { cutText } from "../../lib/cut-text.ts";
import type { SecretHash } from "../secrets.ts";
import type { Services } from "../services.ts";
import { composeNews, type News } from "./compose-news.ts";
import { assertHeld, type DuePerson } from "./due-people.ts";
import { markPushed, type StoredNews } from "./news-rows.ts";
import { addMessage, type PushMessage } from "./push/push-devices.ts";

/** A device shows a part of a longer name. */
const MAX_NAME = 100;

/** The notification of news: the subject of its mail, and no word more. */
export const messageOfNews = (
  news: readonly News[],
  language: string,
  school: string,
): PushMessage => {
  const { subject, url } = composeNews(news, language, "");
  const texts = { lang: language, dir: directionOf(language), path: url };
  return school === ""
    ? { title: subject, body: "", ...texts }
    : { title: cutText(school, MAX_NAME), body: subject, ...texts };
};

/** What is told on the devices of a person. */
export interface DeviceNews {
  readonly devices: readonly SecretHash[];
  readonly news: readonly News[];
  /** The row of each of them. */
  readonly told: readonly StoredNews[];
  readonly language: string;
  /** The school's name. */
  readonly school: string;
}

/**
 * Has a person's devices told of what they have not been told yet, also while mails wait. It is sent apart
 * from the mails.
 * @throws LostLeaseError
 */
export const pushNews = async (
  { database, clock }: Pick<Services, "database" | "clock">,
  due: DuePerson,
  { devices, news, told, language, school }: DeviceNews,
): Promise<void> => {
  const isNew = told.map(({ pushed }) => pushed === 0);
  const rows = told.filter((_, at) => isNew[at]);
  if (devices.length === 0 || rows.length === 0) return;
  const message = messageOfNews(
    news.filter((_, at) => isNew[at]),
    language,
    school,
  );
  await database.write(async (db) => {
    await assertHeld(db, due);
    await markPushed(db, rows);
    await addMessage(db, devices, message, clock());
  });
};
