import type { HonoRequest } from "hono";
import * as v from "valibot";
import { SCHOOL } from "../../../domain/audit.ts";
import { isLanguage, type Language } from "../../../domain/languages.ts";
import type { SchoolSetting } from "../../../domain/school-setting.ts";
import { passwordProblem } from "../../accounts/password/password-rule.ts";
import { ownZone } from "../../days.ts";
import { readBytes } from "../../http/body.ts";
import { lookOf, plainPage } from "../../http/plain-page.ts";
import type { App } from "../../http/route.ts";
import { asSecret, type Secret } from "../../secrets.ts";
import { askedLanguage, type ServerMessage, serverTexts } from "../../server-texts.ts";
import type { Services } from "../../services.ts";
import type { SettingProblem } from "../settings/change-settings.ts";
import { isFixed } from "../settings/live-settings.ts";
import {
  type FirstFields,
  firstFields,
  hasContent,
  languagesIn,
  setUpSchool,
} from "./set-up-school.ts";
import { mailAddressIn, type StartFields, type StartProblems, startForm } from "./start-form.ts";
import { giveLinkBack, isStartLink, takeStartLink } from "./start-link.ts";

/** What the form says about a field, by the code of the problem. */
const MESSAGES: Readonly<Record<string, ServerMessage>> = {
  missing: "first-start.missing",
  "too-long": "first-start.too-long",
  "no-name": "first-start.no-name",
  "no-address": "first-start.no-address",
  "too-short": "password-reset.too-short",
  "too-common": "password-reset.too-common",
  different: "password-reset.different",
};

/** The field at which a setting that is refused is said, and what its value must be. */
const SETTINGS: Readonly<
  Partial<Record<SchoolSetting, { readonly field: string; readonly rule: ServerMessage }>>
> = {
  PUBLIC_URL: { field: "address", rule: "staff-school.rule-address" },
  SMTP_URL: { field: "mail-host", rule: "staff-school.rule-mail" },
};

/** Why a setting is refused, by its field. */
const refusalOf = (
  language: Language,
  { name, code, message }: SettingProblem,
): [field: string, words: string] => {
  const text = serverTexts(language);
  const { field = "", rule } = SETTINGS[name] ?? {};
  if (code === "line") return [field, text("first-start.too-long")];
  return [field, rule ? text(rule, { example: "https://school.example" }) : message];
};

const page = (language: Language, status: number, body: string): Response =>
  plainPage(
    lookOf(language, undefined),
    serverTexts(language)("first-start.heading"),
    body,
    status,
    // Without it a browser would name no origin for the form. Other sites still get no referrer.
    { "Referrer-Policy": "same-origin" },
  );

/**
 * The page of the link that a new school prints: a form that makes the first administrator, the first course
 * and the keys. It is gone once somebody has an account.
 */
export const firstStartRoutes = (app: App, services: Services): void => {
  const { database, passwords, clock, store, settings, log } = services;

  const gone = (language: Language): Response =>
    page(language, 404, `<p role="alert">${serverTexts(language)("first-start.gone")}</p>`);

  const form = async (
    language: Language,
    fields: StartFields,
    problems: StartProblems,
  ): Promise<Response> => {
    const html = startForm({
      ...{ language, fields, problems, hasContent: await hasContent(database.read) },
      isFixed: {
        address: isFixed(settings.environment, "PUBLIC_URL"),
        mail: isFixed(settings.environment, "SMTP_URL"),
      },
    });
    return page(language, Object.keys(problems).length > 0 ? 422 : 200, html);
  };

  /** Whether a browser sends the form for the school's own page. Programs name neither. */
  const isOwnForm = (request: HonoRequest): boolean => {
    const fetchSite = request.header("sec-fetch-site");
    if (fetchSite !== undefined) return fetchSite === "same-origin" || fetchSite === "none";
    const origin = request.header("origin");
    if (origin === undefined) return true;
    const own = [request.header("host"), URL.parse(services.publicUrl())?.host];
    return own.includes(URL.parse(origin)?.host);
  };

  const readFields = async (
    language: Language,
    fields: StartFields,
  ): Promise<{ problems: Record<string, string>; values: FirstFields }> => {
    const text = serverTexts(language);
    const values = {
      // A school with content has its name.
      name: (await hasContent(database.read)) ? "-" : (fields.get("name") ?? ""),
      ...{ admin: fields.get("admin") ?? "", email: fields.get("email") ?? "" },
    };
    const decoded = v.safeParse(firstFields, values);
    const problems: Record<string, string> = {};
    const say = (field: string, code: string) => {
      problems[field] ??= text(MESSAGES[code] ?? "first-start.missing");
    };
    for (const issue of decoded.issues ?? []) say(v.getDotPath(issue) ?? "", issue.message);
    const password = fields.get("password") ?? "";
    const problem = await passwordProblem(password, [values.admin, values.email]);
    if (problem) say("password", problem);
    if (password !== fields.get("repeat")) say("repeat", "different");
    return { problems, values: decoded.success ? decoded.output : values };
  };

  const setUp = async (
    secret: Secret,
    fields: StartFields,
    { values, language }: { readonly values: FirstFields; readonly language: Language },
  ) => {
    const passwordHash = await passwords.hash(fields.get("password") ?? "");
    const now = clock();
    const until = await database.write((db) => takeStartLink(db, secret, now));
    if (until === null) return "gone";
    const giveBack = () => database.write((db) => giveLinkBack(db, secret, until));
    const address = fields.get("address")?.trim();
    const mail = mailAddressIn(fields);
    const first = [fields.get("first") ?? ""].find(isLanguage) ?? language;
    try {
      const done = await setUpSchool(
        { database, store, environment: settings.environment, actor: SCHOOL, now },
        {
          name: values.name,
          languages: [...new Set([first, ...languagesIn(fields.getAll("language"))])],
          email: values.email,
          zone: ownZone(),
          course: fields.get("course") === "empty" ? "empty" : "sample",
          admin: { username: values.admin, email: values.email },
          passwordHash,
          settings: { ...(address && { PUBLIC_URL: address }), ...(mail && { SMTP_URL: mail }) },
        },
      );
      if (done.ok) return "done";
      if (done.failure === "has-accounts") return "gone";
      await giveBack();
      return done.failure;
    } catch (reason) {
      await giveBack();
      throw reason;
    }
  };

  app.get("/first-start/:secret", async ({ req }) => {
    const language = askedLanguage(req.header("accept-language"));
    const secret = asSecret(req.param("secret"));
    if (!(await isStartLink(database.read, secret, clock()))) return gone(language);
    const { origin } = new URL(req.url);
    return form(language, new URLSearchParams({ address: origin }), {});
  });

  app.post("/first-start/:secret", async ({ req }) => {
    const language = askedLanguage(req.header("accept-language"));
    const text = serverTexts(language);
    const secret = asSecret(req.param("secret"));
    if (!(await isStartLink(database.read, secret, clock()))) return gone(language);
    const fields = new URLSearchParams((await readBytes(req)).toString("utf8"));
    if (!isOwnForm(req)) {
      log.warn("The form of the first start was sent by another site");
      return form(language, fields, { "": text("first-start.other-site") });
    }
    const { problems, values } = await readFields(language, fields);
    if (Object.keys(problems).length > 0) return form(language, fields, problems);
    const done = await setUp(secret, fields, { values, language });
    if (done === "gone") return gone(language);
    if (done !== "done") {
      const refused = done.map((problem) => refusalOf(language, problem));
      return form(language, fields, Object.fromEntries(refused));
    }
    await services.catalogue.refresh();
    log.info("The school has been set up");
    const link = `<p><a href="/tls/">${text("password-reset.sign-in")}</a></p>`;
    return page(language, 200, `<p role="status">${text("first-start.done")}</p>${link}`);
  });
};
