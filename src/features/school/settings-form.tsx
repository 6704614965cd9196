import { type FormEvent, type ReactNode, useState } from "react";
import type { SettingsGroup } from "../../contract/staff-school.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./school.module.css";
import { type Saved, useSchool } from "./school-service.ts";
import { SettingField } from "./setting-field.tsx";
import { bodyOf, type Fields, fieldsOf } from "./typed-settings.ts";

const STATUS = {
  saved: "staff-school.saved",
  changed: "staff-school.changed",
  "not-done": "staff-school.not-done",
  "own-factor": "staff-school.own-factor",
} as const;

export interface SettingsFormProps {
  /** As it is saved. */
  group: SettingsGroup;
  /** Stands below the fields; gets what is typed. */
  children?: (fields: Fields) => ReactNode;
}

/**
 * A form with settings. What somebody has typed stays when others save the same form: then the fields show
 * both.
 */
export const SettingsForm = ({ group, children }: SettingsFormProps) => {
  const text = useText();
  const school = useSchool();
  const [typed, setTyped] = useState<Fields>({});
  const [saved, setSaved] = useState<Saved | null>(null);
  const [isBusy, setBusy] = useState(false);
  const now = fieldsOf(group);
  const fields = { ...now, ...typed };
  const isFixed = group.settings.every(({ from }) => from === "environment");
  const problems = saved?.kind === "refused" ? saved.problems : null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const result = await school.save(group.name, bodyOf(group, fields));
    setBusy(false);
    setSaved(result);
    if (result.kind === "saved") setTyped({});
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        {group.settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            fields={fields}
            savedNow={
              saved?.kind === "changed" && fields[setting.name] !== now[setting.name]
                ? (now[setting.name] ?? "")
                : undefined
            }
            problem={problems?.get(setting.name)}
            onChange={(name, value) => {
              setTyped((before) => ({ ...before, [name]: value }));
              if (saved?.kind !== "changed") setSaved(null);
            }}
          />
        ))}
      </div>
      {children?.(fields)}
      {isFixed ? null : (
        <p className={styles.acts}>
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {text("staff-school.save")}
          </button>
        </p>
      )}
      <p role={saved && saved.kind !== "saved" ? "alert" : "status"} className={styles.word}>
        {saved && saved.kind !== "refused" ? text(STATUS[saved.kind]) : ""}
      </p>
    </form>
  );
};
