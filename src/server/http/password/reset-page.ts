import { accentProperties } from "../../../domain/accent.ts";
import { directionOf } from "../../../domain/languages.ts";
import { setPassword } from "../../db/accounts.ts";
import { MIN_PASSWORD_LENGTH, type PasswordProblem, passwordProblem } from "../../password-rule.ts";
import { readBytes } from "../body.ts";
import { addressOf, isSecure } from "../client-address.ts";
import { reply } from "../reply.ts";
import type { App } from "../route.ts";
import type { Services } from "../services.ts";
import { deviceCookie } from "../session/device-cookie.ts";
import type { Origin, SignInAttempts } from "../session/sign-in-attempts.ts";
import { hashOf } from "../session/tokens.ts";
import { type ResetMessage, resetTexts } from "./reset-texts.ts";

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d5cfc0,#39404d);--chalk:light-dark(#1f5f8b,#7cc0ee);--on-chalk:light-dark(#fff,#0c1c28);--sheet:light-dark(#fff,#1f232c)}
body{margin:0;padding:0 1rem;font:1rem/1.55 system-ui,sans-serif;color:light-dark(#1d2433,#eceef3);background:light-dark(#faf7f0,#171a21) radial-gradient(light-dark(#d9d2c1,#2c313c) 1px,transparent 1.5px) 0 0/1.5rem 1.5rem}
main{position:relative;box-sizing:border-box;max-inline-size:26rem;margin:10vh auto;padding:2rem;background:var(--sheet);border:1px solid var(--line);border-radius:.375rem}
main::after{content:"";position:absolute;inset:.5rem;border:1px dashed var(--line);border-radius:.25rem;pointer-events:none}
h1{margin:0 0 1rem;font:600 1.6rem/1.2 Georgia,"Noto Serif Hebrew",serif;text-wrap:balance}
label{display:block;margin-block:1rem .3rem;font-weight:600}small{display:block;margin-block-start:.3rem}
input,button{box-sizing:border-box;inline-size:100%;min-block-size:46px;padding-inline:.8rem;font:inherit;color:inherit;background:var(--sheet);border:1px solid light-dark(#8d8672,#6b7484);border-radius:.375rem}
button{margin-block-start:1.5rem;font-weight:600;color:var(--on-chalk);background:var(--chalk);border-color:var(--chalk);cursor:pointer}
a{color:var(--chalk)}:focus-visible{outline:2px dashed var(--chalk);outline-offset:3px}
[role=alert]{color:light-dark(#b3372e,#ff8f84);font-weight:600}`;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  // The address contains the secret, so no referrer is sent.
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const PROBLEMS = {
  "too-short": "password-reset.too-short",
  "too-common": "password-reset.too-common",
} as const satisfies Record<PasswordProblem, ResetMessage>;

/** How the page looks: its language, and the accent colour of the school, empty for the app's own. */
interface Look {
  readonly language: string;
  readonly accent: string;
}

const accentStyle = (accent: string): string => {
  const declarations = Object.entries(accentProperties(accent)).map((one) => one.join(":"));
  return accent && `:root{${declarations.join(";")}}`;
};

const page = (
  { language, accent }: Look,
  status: number,
  body: string,
  more: Record<string, string> = {},
): Response => {
  const heading = resetTexts(language)("password-reset.heading");
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title><style>${STYLE}${accentStyle(accent)}</style></head><body><main><h1>${heading}</h1>${body}</main></body></html>`;
  return reply(html, status, { ...HEADERS, ...more });
};

const form = (look: Look, wrong: string | null): Response => {
  const text = resetTexts(look.language);
  const alert = wrong ? `<p role="alert">${wrong}</p>` : "";
  const input = (name: string, label: string, more: string) =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD_LENGTH}"${more}>`;
  return page(
    look,
    wrong ? 422 : 200,
    `${alert}<form method="post">${input("password", text("password-reset.password"), ' aria-describedby="hint"')}<small id="hint">${text("password-reset.hint")}</small>${input("repeat", text("password-reset.repeat"), "")}<button>${text("password-reset.save")}</button></form>`,
  );
};

const dead = (): Response =>
  page(
    { language: "en", accent: "" },
    404,
    `<p role="alert">${resetTexts("en")("password-reset.dead")}</p>`,
  );

/**
 * The page behind the mailed link, on which a person sets a new password. They can sign in with it
 * in this browser and this network at once, whatever strangers have tried with their name.
 */
export const resetPageRoutes = (app: App, services: Services, attempts: SignInAttempts): void => {
  const { database, passwords, tokens, clock } = services;

  const linkOf = async (token: string) => {
    const link = await database.read
      .selectFrom("reset_link")
      .innerJoin("account", "account.id", "reset_link.account_id")
      .leftJoin("organisation", "organisation.id", "account.organisation_id")
      .select(["account.id", "username", "account.email", "language", "accent"])
      .where("hash", "=", hashOf(token))
      .where("expires", ">", clock())
      .executeTakeFirst();
    return link && { ...link, accent: link.accent ?? "" };
  };

  /** @returns the device, now known to the school; null for a link that is dead */
  const use = (token: string, username: string, passwordHash: string, from: Origin) =>
    database.write(async (db) => {
      const used = await db
        .deleteFrom("reset_link")
        .where("hash", "=", hashOf(token))
        .where("expires", ">", clock())
        .returning("account_id")
        .executeTakeFirst();
      if (!used) return null;
      await setPassword(db, used.account_id, passwordHash);
      return attempts.passwordReset(db, { id: used.account_id, username }, from);
    });

  app.get("/reset/:token", async ({ req }) => {
    const link = await linkOf(req.param("token"));
    return link ? form(link, null) : dead();
  });

  app.post("/reset/:token", async ({ req, env }) => {
    const token = req.param("token");
    const link = await linkOf(token);
    if (!link) return dead();
    const text = resetTexts(link.language);
    const fields = new URLSearchParams((await readBytes(req)).toString("utf8"));
    const password = fields.get("password") ?? "";
    const problem = await passwordProblem(password, [link.username, link.email]);
    if (problem) return form(link, text(PROBLEMS[problem]));
    if (password !== fields.get("repeat")) return form(link, text("password-reset.different"));
    const from = { address: addressOf(services, req, env), device: null };
    const device = await use(token, link.username, await passwords.hash(password), from);
    if (device === null) return dead();
    tokens.forget(link.id);
    return page(
      link,
      200,
      `<p role="status">${text("password-reset.done")}</p><p><a href="/tls/">${text("password-reset.sign-in")}</a></p>`,
      { "Set-Cookie": deviceCookie(device, isSecure(services, req)) },
    );
  });
};
