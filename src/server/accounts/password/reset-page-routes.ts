import type { HonoRequest } from "hono";
import { FALLBACK_LANGUAGE, isLanguage } from "../../../domain/languages.ts";
import { MIN_PASSWORD_LENGTH } from "../../../domain/password.ts";
import { recordOwnChange } from "../../audit/record-change.ts";
import { addressOf, isSecure } from "../../client-address.ts";
import { escapeHtml } from "../../content/markdown-parser.ts";
import type { LinkPurpose } from "../../db/schema.ts";
import { readBytes } from "../../http/body.ts";
import { type Look, lookOf, plainPage } from "../../http/plain-page.ts";
import type { App } from "../../http/route.ts";
import { ownLook } from "../../school/own-organisation.ts";
import { asSecret, hashOf } from "../../secrets.ts";
import { askedLanguages, type ServerMessage, serverTexts } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import { setPassword } from "../account-rows.ts";
import { deviceCookie } from "../session/cookies.ts";
import type { Origin, SignInAttempts } from "../session/sign-in-attempts.ts";
import { type PasswordProblem, passwordProblem } from "./password-rule.ts";

const PROBLEMS = {
  "too-short": "password-reset.too-short",
  "too-common": "password-reset.too-common",
} as const satisfies Record<PasswordProblem, ServerMessage>;

/** The words that differ with what the link is for. */
const WORDS = {
  "password-reset": { heading: "password-reset.heading", done: "password-reset.done" },
  invitation: { heading: "invitation.heading", done: "invitation.done" },
} as const satisfies Record<LinkPurpose, Record<"heading" | "done", ServerMessage>>;

interface LinkPage {
  readonly look: Look;
  readonly purpose: LinkPurpose;
  readonly username: string;
}

const page = (
  { look, purpose }: Pick<LinkPage, "look" | "purpose">,
  status: number,
  body: string,
  more: Record<string, string> = {},
): Response => {
  const school = look.school ? `<p><bdi>${escapeHtml(look.school)}</bdi></p>` : "";
  const heading = serverTexts(look.language)(WORDS[purpose].heading);
  return plainPage(look, heading, school + body, status, more);
};

/** With it, a password manager stores the new password for this name. */
const usernameField = (username: string): string =>
  `<input hidden type="text" autocomplete="username" value="${escapeHtml(username)}" readonly>`;

/** Somebody who was invited may not know it, and needs it to sign in. */
const usernameLine = ({ look, purpose, username }: LinkPage): string =>
  purpose === "invitation"
    ? `<p>${serverTexts(look.language)("invitation.username")}: <strong><bdi>${escapeHtml(username)}</bdi></strong></p>`
    : "";

const form = (link: LinkPage, wrong: string | null): Response => {
  const text = serverTexts(link.look.language);
  const alert = wrong ? `<p role="alert">${wrong}</p>` : "";
  const input = (name: string, label: string, more: string) =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD_LENGTH}"${more}>`;
  return page(
    link,
    wrong ? 422 : 200,
    `${usernameLine(link)}${alert}<form method="post">${usernameField(link.username)}${input("password", text("password-reset.password"), ' aria-describedby="hint"')}<small id="hint">${text("password-reset.hint")}</small>${input("repeat", text("password-reset.repeat"), "")}<button>${text("password-reset.save")}</button></form>`,
  );
};

const signInLink = ({ language }: Look): string =>
  `<p><a href="/tls/">${serverTexts(language)("password-reset.sign-in")}</a></p>`;

/** It may have been used by a request whose answer was lost, so the page says what to do then. */
const expired = (look: Look): Response =>
  page(
    { look, purpose: "password-reset" },
    404,
    `<p role="alert">${serverTexts(look.language)("password-reset.dead")}</p>${signInLink(look)}`,
  );

/**
 * The page of the mailed link, on which a person sets a new password, or the first one after an
 * invitation. The person can sign in at
 * once in this browser and network, even if strangers have used up the attempts for the name.
 */
export const resetPageRoutes = (app: App, services: Services, attempts: SignInAttempts): void => {
  const { database, passwords, tokens, clock } = services;

  /** The browser's language, because a mail may have been written in another one. */
  const languageOf = (req: HonoRequest, mailed: string) =>
    askedLanguages(req.header("accept-language")).find(isLanguage) ?? mailed;

  const expiredFor = async (req: HonoRequest) =>
    expired(lookOf(languageOf(req, FALLBACK_LANGUAGE), await ownLook(database.read)));

  const linkOf = async (req: HonoRequest, token: string) => {
    const link = await database.read
      .selectFrom("reset_link")
      .innerJoin("account", "account.id", "reset_link.account_id")
      .leftJoin("organisation", "organisation.id", "account.organisation_id")
      .select([
        "account.id",
        "username",
        "username_key",
        "account.email",
        "language",
        "purpose",
        "accent",
        "title",
        "name",
      ])
      .where("hash", "=", hashOf(asSecret(token)))
      .where("expires", ">", clock())
      .where("blocked", "is", null)
      .executeTakeFirst();
    return link && { ...link, look: lookOf(languageOf(req, link.language), link) };
  };

  /** @returns the device, now known to the school; null for a link that has expired */
  const use = (token: string, username_key: string, passwordHash: string, from: Origin) =>
    database.write(async (db) => {
      const used = await db
        .deleteFrom("reset_link")
        .where("hash", "=", hashOf(asSecret(token)))
        .where("expires", ">", clock())
        .returning("account_id")
        .executeTakeFirst();
      if (!used) return null;
      await setPassword(db, used.account_id, passwordHash);
      await recordOwnChange(db, clock(), used.account_id, {}, "password-reset");
      return attempts.passwordReset(db, { id: used.account_id, username_key }, from);
    });

  app.get("/reset/:token", async ({ req }) => {
    const link = await linkOf(req, req.param("token"));
    return link ? form(link, null) : expiredFor(req);
  });

  app.post("/reset/:token", async ({ req, env }) => {
    const token = req.param("token");
    const link = await linkOf(req, token);
    if (!link) return expiredFor(req);
    const text = serverTexts(link.look.language);
    const fields = new URLSearchParams((await readBytes(req)).toString("utf8"));
    const password = fields.get("password") ?? "";
    const problem = await passwordProblem(password, [link.username, link.email]);
    if (problem) return form(link, text(PROBLEMS[problem]));
    if (password !== fields.get("repeat")) return form(link, text("password-reset.different"));
    const from = { address: addressOf(services, req, env), device: null };
    const device = await use(token, link.username_key, await passwords.hash(password), from);
    if (device === null) return expiredFor(req);
    tokens.forget(link.id);
    return page(
      link,
      200,
      `${usernameLine(link)}<p role="status">${text(WORDS[link.purpose].done)}</p>${signInLink(link.look)}`,
      { "Set-Cookie": deviceCookie(device, isSecure(services, req)) },
    );
  });
};
