import { setPassword } from "../../db/accounts.ts";
import { SHORTEST_PASSWORD } from "../../passwords.ts";
import { readBytes } from "../body.ts";
import { type App, parameter } from "../endpoint.ts";
import { reply } from "../reply.ts";
import type { Services } from "../services.ts";
import { hashOf } from "../session/tokens.ts";
import { resetTexts } from "./reset-texts.ts";

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-inline-size:26rem;margin:12vh auto;padding:0 1rem}
label{display:block;margin-block:1rem .25rem}input,button{font:inherit;inline-size:100%;box-sizing:border-box;padding:.6rem}
button{margin-block-start:1.5rem}small{display:block}[role=alert]{border-inline-start:4px solid;padding-inline-start:.75rem}`;

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  // The address is the secret: it goes nowhere.
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const page = (language: string, status: number, body: string): Response => {
  const { direction, heading } = resetTexts(language);
  const html = `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title><style>${STYLE}</style></head><body><main><h1>${heading}</h1>${body}</main></body></html>`;
  return reply(html, status, HEADERS);
};

const form = (language: string, wrong: string | null): Response => {
  const texts = resetTexts(language);
  const alert = wrong ? `<p role="alert">${wrong}</p>` : "";
  const input = (name: string, label: string, more: string) =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="new-password" required minlength="${SHORTEST_PASSWORD}"${more}>`;
  return page(
    language,
    wrong ? 422 : 200,
    `${alert}<form method="post">${input("password", texts.password, ' aria-describedby="hint"')}<small id="hint">${texts.hint}</small>${input("repeat", texts.repeat, "")}<button>${texts.save}</button></form>`,
  );
};

const dead = (): Response => page("en", 404, `<p role="alert">${resetTexts("en").dead}</p>`);

/** The page behind a mailed link, where a new password is set. */
export const resetPageRoutes = (app: App, services: Services): void => {
  const { database, passwords, tokens, clock } = services;

  const linkOf = (token: string) =>
    database.read
      .selectFrom("reset_link")
      .select(["account_id", "language"])
      .where("hash", "=", hashOf(token))
      .where("expires", ">", clock())
      .executeTakeFirst();

  const use = (token: string, passwordHash: string) =>
    database.write(async (db) => {
      const used = await db
        .deleteFrom("reset_link")
        .where("hash", "=", hashOf(token))
        .where("expires", ">", clock())
        .returning("account_id")
        .executeTakeFirst();
      if (used) await setPassword(db, used.account_id, passwordHash);
      return used !== undefined;
    });

  app.get("/reset/:token", async ({ req }) => {
    const link = await linkOf(parameter(req, "token"));
    return link ? form(link.language, null) : dead();
  });

  app.post("/reset/:token", async ({ req }) => {
    const token = parameter(req, "token");
    const link = await linkOf(token);
    if (!link) return dead();
    const texts = resetTexts(link.language);
    const fields = new URLSearchParams((await readBytes(req)).toString("utf8"));
    const password = fields.get("password") ?? "";
    if ([...password].length < SHORTEST_PASSWORD) return form(link.language, texts.tooShort);
    if (password !== fields.get("repeat")) return form(link.language, texts.different);
    if (!(await use(token, await passwords.hash(password)))) return dead();
    tokens.forget();
    return page(
      link.language,
      200,
      `<p role="status">${texts.done}</p><p><a href="/tls/">${texts.signIn}</a></p>`,
    );
  });
};
