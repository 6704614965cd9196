import { NEWS_MAILS, type NewsMail } from "../../contract/news.ts";
import { readBytes } from "../http/body.ts";
import { type Look, lookOf, plainPage } from "../http/plain-page.ts";
import type { App } from "../http/route.ts";
import { ownLook } from "../school/own-organisation.ts";
import { type ServerMessage, serverTexts } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { changeChoice, choiceOf, ownerOf, schoolLanguage } from "./news-choice.ts";

/** What a mail program sends (RFC 8058), as a form of either type. */
const ONE_CLICK = /List-Unsubscribe(?:=|"\s+)One-Click\b/;

/** What a choice does, and the button that makes it. */
const WORDS = {
  "at-once": { now: "news-mail.now-at-once", button: "news-mail.at-once" },
  digest: { now: "news-mail.now-digest", button: "news-mail.digest" },
  never: { now: "news-mail.now-never", button: "news-mail.never" },
} as const satisfies Record<NewsMail, Record<"now" | "button", ServerMessage>>;

const isMail = (value: string | null): value is NewsMail =>
  (NEWS_MAILS as readonly (string | null)[]).includes(value);

/**
 * The page of the link in each mail with news, on which a person chooses without signing in when such mails
 * come. Opening it changes nothing, as mail programs open links on their own. The page for a key that is
 * nobody's is the same whether the person has been removed or the key was guessed.
 */
export const choicePageRoutes = (app: App, services: Services): void => {
  const { database, keyedHash, limits } = services;
  const { read } = database;

  const ownerOfKey = async (key: string) => {
    const id = ownerOf(keyedHash, key);
    if (id === null) return undefined;
    return read
      .selectFrom("account")
      .leftJoin("news_choice", "news_choice.account_id", "account.id")
      .leftJoin("organisation", "organisation.id", "account.organisation_id")
      .select([
        "account.id",
        "level",
        "news_choice.mail",
        "hour",
        "idle",
        "language",
        "accent",
        "title",
        "organisation.name",
      ])
      .where("account.id", "=", id)
      .executeTakeFirst();
  };

  const page = (look: Look, status: number, body: string) =>
    plainPage(look, serverTexts(look.language)("news-mail.page"), body, status);

  const nobody = async (status: number): Promise<Response> => {
    const language = await schoolLanguage(read);
    const text = serverTexts(language)("news-mail.nobody");
    return page(lookOf(language, await ownLook(read)), status, `<p>${text}</p>`);
  };

  const chosen = (
    owner: NonNullable<Awaited<ReturnType<typeof ownerOfKey>>>,
    language: string,
    isSaved: boolean,
  ): Response => {
    const texts = serverTexts(language);
    const { mail, hour } = choiceOf(owner.level, owner);
    const time = `${String(hour).padStart(2, "0")}:00`;
    const buttons = NEWS_MAILS.filter((other) => other !== mail).map(
      (other) => `<button name="mail" value="${other}">${texts(WORDS[other].button)}</button>`,
    );
    const saved = isSaved
      ? `<p role="status"><strong>${texts("news-mail.saved")}</strong></p>`
      : "";
    return page(
      lookOf(language, owner),
      200,
      `${saved}<p>${texts(WORDS[mail].now, { time })}</p><form method="post">${buttons.join("")}</form><p><a href="/tls/profile">${texts("news-mail.profile")}</a></p>`,
    );
  };

  app.get("/news/:key", async ({ req }) => {
    const owner = await ownerOfKey(req.param("key"));
    if (!owner) return nobody(404);
    return chosen(owner, owner.language || (await schoolLanguage(read)), false);
  });

  app.post("/news/:key", async ({ req }) => {
    const owner = await ownerOfKey(req.param("key"));
    // To a mail program it is done: nobody gets mails.
    if (!owner) return nobody(200);
    const sent = (await readBytes(req)).toString("utf8");
    const isOneClick = ONE_CLICK.test(sent);
    const chosenMail = isOneClick ? "never" : new URLSearchParams(sent).get("mail");
    const choice = choiceOf(owner.level, owner);
    if (isMail(chosenMail) && chosenMail !== owner.mail) {
      // In a stock of their own: whoever has the link must not use up the writes of the person.
      limits.writes.count(`news ${owner.id}`);
      const person = { accountId: owner.id, level: owner.level };
      await database.write((db) =>
        changeChoice(services, db, person, { ...choice, mail: chosenMail }),
      );
    }
    const language = owner.language || (await schoolLanguage(read));
    return chosen(
      { ...owner, mail: isMail(chosenMail) ? chosenMail : owner.mail },
      language,
      isMail(chosenMail),
    );
  });
};
