import { recordOwnChange } from "../../audit/record-own-change.ts";
import { escapeHtml } from "../../content/markdown-parser.ts";
import type { LinkPurpose } from "../../db/account-tables.ts";
import { setPassword } from "../../db/accounts.ts";
import { MIN_PASSWORD_LENGTH, type PasswordProblem, passwordProblem } from "../../password-rule.ts";
import { asSecret, hashOf } from "../../secrets.ts";
import { readBytes } from "../body.ts";
import { addressOf, isSecure } from "../client-address.ts";
import { type Look, lookOf, plainPage } from "../plain-page.ts";
import type { App } from "../route.ts";
import { type ServerMessage, serverTexts } from "../server-texts.ts";
import type { Services } from "../services.ts";
import { deviceCookie } from "../session/device-cookie.ts";
import type { Origin, SignInAttempts } from "../session/sign-in-attempts.ts";

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
): Response =>
  plainPage(look, serverTexts(look.language)(WORDS[purpose].heading), body, status, more);

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
    `${usernameLine(link)}${alert}<form method="post">${input("password", text("password-reset.password"), ' aria-describedby="hint"')}<small id="hint">${text("password-reset.hint")}</small>${input("repeat", text("password-reset.repeat"), "")}<button>${text("password-reset.save")}</button></form>`,
  );
};

const expired = (): Response =>
  page(
    { look: lookOf("en", undefined), purpose: "password-reset" },
    404,
    `<p role="alert">${serverTexts("en")("password-reset.dead")}</p>`,
  );

/**
 * The page of the mailed link, on which a person sets a new password, or the first one after an
 * invitation. The person can sign in at
 * once in this browser and network, even if strangers have used up the attempts for the name.
 */
export const resetPageRoutes = (app: App, services: Services, attempts: SignInAttempts): void => {
  const { database, passwords, tokens, clock } = services;

  const linkOf = async (token: string) => {
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
    return link && { ...link, look: lookOf(link.language, link) };
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
    const link = await linkOf(req.param("token"));
    return link ? form(link, null) : expired();
  });

  app.post("/reset/:token", async ({ req, env }) => {
    const token = req.param("token");
    const link = await linkOf(token);
    if (!link) return expired();
    const text = serverTexts(link.language);
    const fields = new URLSearchParams((await readBytes(req)).toString("utf8"));
    const password = fields.get("password") ?? "";
    const problem = await passwordProblem(password, [link.username, link.email]);
    if (problem) return form(link, text(PROBLEMS[problem]));
    if (password !== fields.get("repeat")) return form(link, text("password-reset.different"));
    const from = { address: addressOf(services, req, env), device: null };
    const device = await use(token, link.username_key, await passwords.hash(password), from);
    if (device === null) return expired();
    tokens.forget(link.id);
    return page(
      link,
      200,
      `${usernameLine(link)}<p role="status">${text(WORDS[link.purpose].done)}</p><p><a href="/tls/">${text("password-reset.sign-in")}</a></p>`,
      { "Set-Cookie": deviceCookie(device, isSecure(services, req)) },
    );
  });
};
