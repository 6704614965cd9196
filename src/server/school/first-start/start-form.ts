import { LANGUAGES, type Language, languageName } from "../../../domain/languages.ts";
import { MIN_PASSWORD_LENGTH } from "../../../domain/password.ts";
import {
  ENCRYPTIONS,
  MAIL_PROVIDERS,
  usualPort,
  writeMailServer,
} from "../../../lib/mail-server.ts";
import { escapeHtml } from "../../content/markdown-parser.ts";
import { type ServerMessage, serverTexts } from "../../server-texts.ts";
import { withPassword } from "../settings/list-settings.ts";

/** The fields of the form, as texts by name. */
export type StartFields = URLSearchParams;

/** What is wrong, by the name of a field. */
export type StartProblems = Readonly<Record<string, string>>;

interface StartForm {
  readonly language: Language;
  readonly fields: StartFields;
  readonly problems: StartProblems;
  /** Whether the school has content already, which stays. */
  readonly hasContent: boolean;
  /** Whether the environment sets the public address, and the mail server. */
  readonly isFixed: { readonly address: boolean; readonly mail: boolean };
}

/**
 * The address of the mail server that the form describes, with its password; empty if it describes none. What is not
 * said is as its provider has it, else as is usual.
 */
export const mailAddressIn = (fields: StartFields): string => {
  const field = (name: string) => fields.get(name)?.trim() ?? "";
  const provider = MAIL_PROVIDERS.find(({ host }) => host === field("mail-provider"));
  const host = provider?.host ?? field("mail-host");
  const chosen = ENCRYPTIONS.find((each) => each === field("mail-encryption")) ?? "starttls";
  const encryption = provider?.encryption ?? chosen;
  const port = (provider ? "" : field("mail-port")) || usualPort(encryption);
  const address = writeMailServer({
    host,
    port,
    user: field("mail-user"),
    encryption,
    options: "",
  });
  return withPassword(address, fields.get("mail-password") ?? "");
};

export const startForm = ({
  language,
  fields,
  problems,
  hasContent,
  isFixed,
}: StartForm): string => {
  const text = serverTexts(language);

  const input = (name: string, label: ServerMessage, hint: ServerMessage | null, more: string) => {
    const problem = problems[name];
    const notes = [...(hint ? [`${name}-hint`] : []), ...(problem ? [`${name}-problem`] : [])];
    const described = notes.length > 0 ? ` aria-describedby="${notes.join(" ")}"` : "";
    const value = /type="password"/.test(more)
      ? ""
      : ` value="${escapeHtml(fields.get(name) ?? "")}"`;
    return [
      `<label for="${name}">${text(label)}</label>`,
      `<input id="${name}" name="${name}"${value}${described}${problem ? ' aria-invalid="true"' : ""} ${more}>`,
      hint ? `<small id="${name}-hint">${text(hint)}</small>` : "",
      problem ? `<small id="${name}-problem" role="alert">${escapeHtml(problem)}</small>` : "",
    ].join("");
  };

  const select = (
    name: string,
    label: string,
    options: readonly (readonly [string, string])[],
    preset = "",
  ) => {
    const chosen = fields.get(name) ?? preset;
    const each = options.map(
      ([value, words]) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(words)}</option>`,
    );
    return `<label for="${name}">${label}</label><select id="${name}" name="${name}">${each.join("")}</select>`;
  };
  const mail = [
    `<fieldset><legend>${text("first-start.mail")}</legend><small>${text("first-start.mail-hint")}</small>`,
    select("mail-provider", text("staff-school.mail-provider"), [
      ["", text("staff-school.mail-other")],
      ...MAIL_PROVIDERS.map(({ host, name }) => [host, name] as const),
    ]),
    input("mail-host", "staff-school.mail-host", null, 'dir="ltr" autocomplete="off"'),
    select(
      "mail-encryption",
      text("staff-school.mail-encryption"),
      ENCRYPTIONS.map((each) => [each, text(`staff-school.mail-${each}`)]),
      "starttls",
    ),
    input("mail-port", "staff-school.mail-port", null, 'inputmode="numeric" autocomplete="off"'),
    input("mail-user", "staff-school.mail-user", null, 'dir="ltr" autocomplete="off"'),
    input(
      "mail-password",
      "staff-school.smtp-password",
      null,
      'type="password" autocomplete="new-password"',
    ),
    "</fieldset>",
  ].join("");

  const boxes = LANGUAGES.map((one) => {
    const isChosen = fields.getAll("language").includes(one) ? " checked" : "";
    return `<label><input type="checkbox" name="language" value="${one}"${isChosen}><span lang="${one}">${escapeHtml(languageName(one))}</span></label>`;
  });
  const radio = (value: string, label: ServerMessage) => {
    const isChosen = (fields.get("course") ?? "sample") === value ? " checked" : "";
    return `<label><input type="radio" name="course" value="${value}"${isChosen}>${text(label)}</label>`;
  };
  const content = hasContent
    ? ""
    : [
        input(
          "name",
          "first-start.name",
          null,
          'required maxlength="100" autocomplete="organization"',
        ),
        select(
          "first",
          text("first-start.first-language"),
          LANGUAGES.map((one) => [one, languageName(one)]),
          language,
        ),
        `<small>${text("first-start.first-hint")}</small>`,
        `<fieldset><legend>${text("first-start.languages")}</legend>${boxes.join("")}</fieldset>`,
        `<fieldset><legend>${text("first-start.content")}</legend>${radio("sample", "first-start.sample")}${radio("empty", "first-start.empty")}<small>${text("first-start.sample-hint")}</small></fieldset>`,
      ].join("");
  const password = `type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD_LENGTH}"`;
  const general = problems[""] ? `<p role="alert">${escapeHtml(problems[""])}</p>` : "";
  return [
    `${general}<p>${text("first-start.intro")}</p><form method="post">`,
    content,
    isFixed.address
      ? ""
      : input("address", "first-start.address", "first-start.address-hint", 'type="url" dir="ltr"'),
    isFixed.mail ? "" : mail,
    input("admin", "first-start.admin", null, 'required maxlength="100" autocomplete="username"'),
    input(
      "email",
      "first-start.email",
      null,
      'inputmode="email" dir="ltr" required autocomplete="email"',
    ),
    input("password", "first-start.password", "first-start.password-hint", password),
    input("repeat", "first-start.repeat", null, password),
    `<button>${text("first-start.button")}</button></form>`,
  ].join("");
};
