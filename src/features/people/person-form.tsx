import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { givenLevels, levelName } from "../../app-context/levels.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { PersonFields } from "../../contract/staff-people.ts";
import { teachesCourses } from "../../domain/roles.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { refusalMessage } from "./actions.ts";
import { CourseRows } from "./course-rows.tsx";
import styles from "./person.module.css";
import {
  errorsOf,
  FIELD_OF_CODE,
  type FieldErrors,
  type FieldName,
  NAME_LENGTH,
} from "./person-fields.ts";
import { TaughtRows } from "./taught-rows.tsx";
import { useSchoolCourses } from "./use-people.ts";

/** Elements of the form have the names of the fields. */
const focusField = (form: HTMLFormElement, name: FieldName): void => {
  const found = form.elements.namedItem(name);
  const element = found instanceof RadioNodeList ? found[0] : found;
  if (element instanceof HTMLElement) element.focus();
};

export interface PersonFormProps {
  /** What the form is called. */
  label: string;
  fields: PersonFields;
  /** The level that the person has at the school; 0 for a new one. */
  presentLevel: number;
  /** Whether nothing may be changed. */
  disabled?: boolean;
  /** What the button says. */
  save: string;
  /** What stands above the button. */
  children?: ReactNode;
  onChange: (fields: PersonFields) => void;
  /** Sends it. @returns the code of the reason if the school has not taken it; null if it has */
  onSave: () => Promise<string | null>;
}

/** The form of a person. Errors stand at their fields. */
export const PersonForm = (props: PersonFormProps) => {
  const { label, fields, presentLevel, disabled = false, save, children, onChange, onSave } = props;
  const { session, schoolToday } = useApp();
  const { level: own } = useSnapshot(session.state);
  const text = useText();
  const known = useSchoolCourses();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const change = (changes: Partial<PersonFields>) => {
    setErrors((before) => {
      const after = { ...before };
      for (const name of Object.keys(changes)) delete after[name as FieldName];
      return after;
    });
    onChange({ ...fields, ...changes });
  };
  const errorOf = (name: FieldName) => {
    const message = errors[name];
    return message && text(message);
  };
  const show = (found: FieldErrors) => {
    setErrors(found);
    const [first] = Object.keys(found) as FieldName[];
    if (first && form.current) focusField(form.current, first);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = errorsOf(event.currentTarget, fields);
    setFailure(null);
    show(found);
    if (Object.keys(found).length > 0) return;
    setIsBusy(true);
    const code = await onSave();
    setIsBusy(false);
    if (code === null) return;
    const field = FIELD_OF_CODE[code];
    if (field) show({ [field]: refusalMessage(code) });
    else setFailure(code);
  };

  const textField = (
    name: "username" | "email" | "first_name" | "last_name",
    more: Partial<Parameters<typeof Field>[0]>,
  ) => (
    <Field
      label=""
      name={name}
      dir="auto"
      autoComplete="off"
      value={fields[name]}
      error={errorOf(name)}
      disabled={disabled}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...more}
    />
  );

  return (
    <form ref={form} noValidate aria-label={label} className={styles.form} onSubmit={submit}>
      <div className={styles.pair}>
        {textField("first_name", {
          label: text("staff-people.first-name"),
          maxLength: NAME_LENGTH,
        })}
        {textField("last_name", { label: text("staff-people.last-name"), maxLength: NAME_LENGTH })}
        {textField("username", {
          label: text("staff-people.username"),
          required: true,
          pattern: ".*\\S.*",
          spellCheck: false,
          autoCapitalize: "none",
        })}
        {textField("email", {
          label: text("staff-people.email"),
          required: true,
          inputMode: "email",
          pattern: "\\s*[^\\s@]+@[^\\s@]+\\s*",
          spellCheck: false,
          autoCapitalize: "none",
        })}
        <SelectField
          label={text("staff-people.level")}
          name="level"
          value={fields.level}
          error={errorOf("level")}
          disabled={disabled}
          onChange={(event) => change({ level: Number(event.currentTarget.value) })}
        >
          {givenLevels(own, presentLevel).map((level) => (
            <option key={level} value={level}>
              {levelName(text, level)}
            </option>
          ))}
        </SelectField>
        <Field
          label={text("staff-people.last-day")}
          name="last_day"
          type="date"
          value={fields.last_day ?? ""}
          error={errorOf("last_day")}
          disabled={disabled}
          onChange={(event) => change({ last_day: event.currentTarget.value || null })}
        />
      </div>
      {teachesCourses(fields.level) ? (
        <TaughtRows
          teaches={fields.teaches}
          known={known}
          disabled={disabled}
          onChange={(teaches) => change({ teaches })}
        />
      ) : null}
      <CourseRows
        courses={fields.courses}
        known={known}
        today={schoolToday()}
        error={errorOf("courses")}
        disabled={disabled}
        onChange={(courses) => change({ courses })}
      />
      {children}
      {failure === null ? null : (
        <p role="alert" className={styles.error}>
          {text(refusalMessage(failure))}
        </p>
      )}
      {disabled ? null : (
        <p>
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {save}
          </button>
        </p>
      )}
    </form>
  );
};
