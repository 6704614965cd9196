import type { SentSetting, SettingProblem } from "../../contract/staff-school.ts";
import { isSchoolSetting } from "../../domain/school-setting.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./school.module.css";
import { CHOICES, isNumber, SETTING_NAMES } from "./setting-names.ts";
import { refusalWords } from "./setting-refusals.ts";
import { isSecret, secretField } from "./typed-settings.ts";

export interface SettingFieldProps {
  setting: SentSetting;
  /** What stands in the form. */
  fields: Readonly<Record<string, string>>;
  /** What is saved, if others have changed it meanwhile. */
  savedNow: string | undefined;
  /** Why the school refuses it. */
  problem: SettingProblem | undefined;
  onChange: (name: string, value: string) => void;
}

/** The field of one setting, and that of its password. */
export const SettingField = ({
  setting,
  fields,
  savedNow,
  problem,
  onChange,
}: SettingFieldProps) => {
  const text = useText();
  const { name, value, from, has_secret } = setting;
  const label = isSchoolSetting(name) ? text(SETTING_NAMES[name]) : name;
  const error = problem && refusalWords(text, problem, fields);
  const typed = fields[name] ?? "";
  const choices = CHOICES[name];

  if (from === "environment") {
    const choice = choices?.find(([one]) => one === value)?.[1];
    const shown = choice ? text(choice) : value || (has_secret ? text("staff-school.secret") : "–");
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
        value={fields[key] ?? ""}
        error={isSecret(name) ? error : undefined}
        onChange={(event) => onChange(key, event.currentTarget.value)}
      />
      {has_secret ? <p className={styles.soft}>{text("staff-school.password-kept")}</p> : null}
    </div>
  );
  if (isSecret(name)) return password(secretField(name), label);

  const note =
    savedNow === undefined ? null : (
      <p className={styles.soft}>{text("staff-school.saved-now", { value: savedNow || "–" })}</p>
    );
  return (
    <>
      <div>
        {choices ? (
          <SelectField
            label={label}
            error={error}
            value={typed || (choices[0]?.[0] ?? "")}
            onChange={(event) => onChange(name, event.currentTarget.value)}
          >
            {choices.map(([one, title]) => (
              <option key={one} value={one}>
                {text(title)}
              </option>
            ))}
          </SelectField>
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
            onChange={(event) => onChange(name, event.currentTarget.value)}
          />
        )}
        {note}
      </div>
      {name === "SMTP_URL" ? password(secretField(name), text("staff-school.smtp-password")) : null}
    </>
  );
};
