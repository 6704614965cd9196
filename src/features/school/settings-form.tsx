import { type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import { type Texts, TypedFormEnd, useTypedForm } from "../../app-context/typed-form.tsx";
import type { SentSetting, SettingsGroup } from "../../contract/staff-school.ts";
import { isSchoolSetting } from "../../domain/school-setting.ts";
import { useText } from "../../i18n/use-text.ts";
import {
  ENCRYPTIONS,
  MAIL_PROVIDERS,
  type MailServer,
  readMailServer,
  usualPort,
  writeMailServer,
} from "../../lib/mail-server.ts";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./school.module.css";
import { type FieldProblem, useSchool } from "./school-service.ts";
import {
  bodyOf,
  choicesOf,
  fieldsOf,
  isNumber,
  isSecret,
  refusalWords,
  secretField,
} from "./settings.ts";

interface MailFieldsProps {
  /** The address that they stand for; empty: there is none. */
  address: string;
  error: string | undefined;
  onChange: (address: string) => void;
}

/** A mail server by its host, port, encryption and user, with those of usual providers. */
const MailFields = ({ address, error, onChange }: MailFieldsProps) => {
  const text = useText();
  /** What is typed so far: without a host there is no address that could have it. */
  const [typed, setTyped] = useState<MailServer>(() => readMailServer(address));
  const isOurs = writeMailServer(typed) === address;
  const server = isOurs ? typed : readMailServer(address);
  const change = (changes: Partial<MailServer>) => {
    const next = { ...server, ...changes };
    setTyped(next);
    onChange(writeMailServer(next));
  };
  const provider = MAIL_PROVIDERS.find(({ host }) => host === server.host.trim());

  return (
    <>
      <ChoiceField
        label={text("staff-school.mail-provider")}
        value={provider?.host ?? ""}
        options={[
          ["", text("staff-school.mail-other")],
          ...MAIL_PROVIDERS.map(({ host, name }) => [host, name] as const),
        ]}
        onChange={(host) => {
          const { encryption = server.encryption } =
            MAIL_PROVIDERS.find((each) => each.host === host) ?? {};
          change({ host, encryption, port: usualPort(encryption) });
        }}
      />
      <Field
        label={text("staff-school.mail-host")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        placeholder="mail.example.com"
        value={server.host}
        error={error}
        onChange={(event) => change({ host: event.currentTarget.value })}
      />
      <ChoiceField
        label={text("staff-school.mail-encryption")}
        value={server.encryption}
        options={ENCRYPTIONS.map((each) => [each, text(`staff-school.mail-${each}`)])}
        onChange={(encryption) => {
          const isUsual = server.port === "" || server.port === usualPort(server.encryption);
          change({ encryption, ...(isUsual && { port: usualPort(encryption) }) });
        }}
      />
      <Field
        label={text("staff-school.mail-port")}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        placeholder={usualPort(server.encryption)}
        value={server.port}
        onChange={(event) => change({ port: event.currentTarget.value })}
      />
      <Field
        label={text("staff-school.mail-user")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={server.user}
        onChange={(event) => change({ user: event.currentTarget.value })}
      />
    </>
  );
};

interface SettingFieldProps {
  setting: SentSetting;
  form: ReturnType<typeof useTypedForm>;
}

const SettingField = ({ setting, form }: SettingFieldProps) => {
  const text = useText();
  const { locale } = useIntl();
  const { name, value, from, has_secret } = setting;
  const label = isSchoolSetting(name) ? text(`staff-school.setting-${name}`) : name;
  const error = form.error(name);
  const typed = form.value(name);
  const choices = choicesOf(name, text, locale);

  if (from === "environment") {
    const choice = choices?.find(([one]) => one === value)?.[1];
    const shown = choice || value || (has_secret ? text("staff-school.secret") : "–");
    return (
      <dl className={styles.fixed}>
        <dt>{label}</dt>
        <dd>
          <bdi>{shown}</bdi> <span className={styles.soft}>{text("staff-school.fixed")}</span>
        </dd>
      </dl>
    );
  }

  const password = (key: string, title: string) => (
    <div>
      <Field
        label={title}
        type="password"
        autoComplete="new-password"
        dir="ltr"
        value={form.value(key)}
        error={isSecret(name) ? error : undefined}
        onChange={(event) => form.type(key, event.currentTarget.value)}
      />
      {has_secret ? <p className={styles.soft}>{text("staff-school.password-kept")}</p> : null}
    </div>
  );
  if (isSecret(name)) return password(secretField(name), label);

  const savedNow = form.savedNow(name);
  const note = savedNow ? <p className={styles.soft}>{savedNow}</p> : null;
  if (name === "SMTP_URL") {
    return (
      <>
        <MailFields
          address={typed}
          error={error}
          onChange={(address) => form.type(name, address)}
        />
        {password(secretField(name), text("staff-school.smtp-password"))}
        {note}
      </>
    );
  }
  return (
    <div>
      {choices ? (
        <ChoiceField
          label={label}
          error={error}
          value={typed || (from === "default" && value) || (choices[0]?.[0] ?? "")}
          options={choices}
          onChange={(choice) => form.type(name, choice)}
        />
      ) : (
        <Field
          label={label}
          error={error}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          type={name === "OPENID_COURSES_UNTIL" ? "date" : "text"}
          inputMode={isNumber(name) ? "numeric" : undefined}
          placeholder={from === "default" ? value : undefined}
          value={typed}
          onChange={(event) => form.type(name, event.currentTarget.value)}
        />
      )}
      {note}
    </div>
  );
};

interface SettingsFormProps {
  /** As it is saved. */
  group: SettingsGroup;
  /** Stands below the fields; gets what is typed, and whether it is what is saved. */
  children?: (fields: Texts, isSaved: boolean) => ReactNode;
}

/** A form with settings. */
export const SettingsForm = ({ group, children }: SettingsFormProps) => {
  const text = useText();
  const school = useSchool();
  const form = useTypedForm({
    now: fieldsOf(group),
    save: (_, fields) => school.save(group.name, bodyOf(group, fields)),
    wordsOf: (problem: FieldProblem, fields) => refusalWords(text, problem, fields),
  });
  const free = group.settings.filter(({ from }) => from !== "environment");

  return (
    <form ref={form.ref} className={styles.form} onSubmit={form.onSubmit}>
      <div className={styles.fields}>
        {group.settings.map((setting) => (
          <SettingField key={setting.name} setting={setting} form={form} />
        ))}
      </div>
      {children?.(form.fields, !form.isChanged)}
      {free.length > 0 ? (
        <TypedFormEnd
          form={form}
          isShown={(field) => free.some(({ name }) => name === field)}
          done="staff-school.saved"
        />
      ) : null}
    </form>
  );
};
