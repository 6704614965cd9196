import type { Kysely } from "kysely";
import { getNews } from "../../contract/news.ts";
import { putNews } from "../../contract/news-choice.ts";
import { putNewsLocale } from "../../contract/news-locale.ts";
import { getUnseen } from "../../contract/unseen.ts";
import type { NewsChoice } from "../../domain/news.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import { isZone } from "../days.ts";
import type { Tables } from "../db/schema.ts";
import { type App, route } from "../http/route.ts";
import { requestedLanguage } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { changeChoice, choiceOf, readChoice, storeLocale } from "./news-choice.ts";
import { unseenBy } from "./unseen.ts";

export const newsRoutes = (app: App, services: Services): void => {
  const { database } = services;

  const newsOf = async (db: Kysely<Tables>, { accountId, level }: SignedIn) => {
    const stored = await readChoice(db, accountId);
    const { email } = await db
      .selectFrom("account")
      .select("email")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    return {
      ...choiceOf(level, stored),
      works: stored?.refused !== email,
      language: stored?.language ?? "",
      zone: stored?.zone ?? "",
      week_start: stored?.language ? stored.week_start : 0,
    };
  };

  route(app, services, getNews, async ({ person }) => ({
    news: await newsOf(database.read, person),
  }));

  route(app, services, getUnseen, async ({ person, query }) => ({
    unseen: await unseenBy(services, person, requestedLanguage(query)),
  }));

  route(app, services, putNews, ({ person, body }) =>
    database.write(async (db) => {
      const { accountId, level } = person;
      await database.lockAccount(db, accountId);
      const present = choiceOf(level, await readChoice(db, accountId));
      const choice: NewsChoice = {
        mail: body.mail ?? present.mail,
        hour: body.hour ?? present.hour,
        idle: body.idle ?? present.idle,
      };
      await changeChoice(services, db, person, choice);
      return { news: await newsOf(db, person) };
    }),
  );

  route(app, services, putNewsLocale, async ({ person, body }) => {
    const { language, zone, week_start } = body;
    await storeLocale(services, person, {
      language,
      zone: isZone(zone) ? zone : "",
      ...(week_start !== null && { week_start }),
    });
    return {};
  });
};
