import { type ReactNode, useId, useState } from "react";
import { useSnapshot } from "valtio";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { givenLevels, levelName } from "../../app-context/levels.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useForm } from "../../app-context/use-form.ts";
import type { PersonFields } from "../../contract/staff-people.ts";
import { matchFailure } from "../../core/match-failure.ts";
import { teachesCourses } from "../../domain/roles.ts";
import { useText } from "../../i18n/use-text.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/check-field.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Field } from "../../ui/field.tsx";
import { peopleMessages } from "./actions.ts";
import styles from "./person.module.css";
import { errorsOf, type FieldName, NAME_LENGTH, REFUSED_FIELDS } from "./person-fields.ts";
import { useSchoolCourses } from "./use-people.ts";

type Courses = PersonFields["courses"];

interface CourseRowsProps {
  courses: Courses;
  schoolCourses: readonly { id: number; title: string }[];
  /** The present day at the school, on which a new course starts. */
  today: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (courses: Courses) => void;
}

const CourseRows = ({
  courses,
  schoolCourses,
  today,
  error,
  disabled,
  onChange,
}: CourseRowsProps) => {
  const text = useText();
  const id = useId();
  const [added, setAdded] = useState("");
  const titleOf = (course: number) =>
    schoolCourses.find((each) => each.id === course)?.title ?? `#${course}`;
  const free = schoolCourses.filter((each) => !courses.some((course) => course.id === each.id));
  const change = (course: number, days: Partial<Courses[number]>) =>
    onChange(courses.map((each) => (each.id === course ? { ...each, ...days } : each)));

  return (
    <fieldset
      className={styles.courses}
      disabled={disabled}
      aria-describedby={error ? `${id}e` : undefined}
      data-invalid={error ? "" : undefined}
    >
      <legend>{text("staff-people.courses")}</legend>
      {courses.map((course) => (
        <fieldset key={course.id} className={styles.course}>
          <legend>{titleOf(course.id)}</legend>
          <Field
            label={text("staff-people.from")}
            name="courses"
            type="date"
            value={course.from ?? ""}
            onChange={(event) => change(course.id, { from: event.currentTarget.value || null })}
          />
          <Field
            label={text("staff-people.until")}
            name="courses"
            type="date"
            value={course.until ?? ""}
            onChange={(event) => change(course.id, { until: event.currentTarget.value || null })}
          />
          <Button quiet onClick={() => onChange(courses.filter((each) => each.id !== course.id))}>
            {text("staff-people.take-away")}
          </Button>
        </fieldset>
      ))}
      <p className={styles.hint}>
        {text(courses.length === 0 ? "staff-people.no-courses" : "staff-people.no-end")}
      </p>
      {error ? (
        <p id={`${id}e`} className={styles.error}>
          {error}
        </p>
      ) : null}
      {free.length > 0 ? (
        <div className={styles.addCourse}>
          <ChoiceField
            label={text("staff-people.course-add")}
            value={added}
            options={[
              ["", text("staff-people.course-choose")],
              ...free.map((each) => [String(each.id), each.title] as const),
            ]}
            onChange={setAdded}
          />
          <Button
            quiet
            disabled={added === ""}
            onClick={() => {
              onChange([...courses, { id: Number(added), from: today, until: null }]);
              setAdded("");
            }}
          >
            {text("staff-people.course-give")}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
};

interface TaughtRowsProps {
  teaches: PersonFields["teaches"];
  schoolCourses: readonly { id: number; title: string }[];
  disabled: boolean;
  onChange: (teaches: PersonFields["teaches"]) => void;
}

/** The courses whose students a tutor sees. */
const TaughtRows = ({ teaches, schoolCourses, disabled, onChange }: TaughtRowsProps) => {
  const text = useText();
  const { all, courses } = teaches;
  const choose = (id: number, isTaught: boolean) =>
    onChange({
      all,
      courses: isTaught ? [...courses, id] : courses.filter((each) => each !== id),
    });
  return (
    <fieldset className={styles.taught} disabled={disabled}>
      <legend>{text("staff-people.teaches")}</legend>
      <CheckField checked={all} onChange={(isAll) => onChange({ all: isAll, courses })}>
        {text("staff-people.teaches-all")}
      </CheckField>
      {all
        ? null
        : schoolCourses.map(({ id, title }) => (
            <CheckField
              key={id}
              checked={courses.includes(id)}
              onChange={(isTaught) => choose(id, isTaught)}
            >
              {title}
            </CheckField>
          ))}
    </fieldset>
  );
};

interface PersonFormProps {
  label: string;
  fields: PersonFields;
  /** The level that the person has at the school; 0 for a new one. */
  presentLevel: number;
  disabled?: boolean;
  save: string;
  children?: ReactNode;
  onChange: (fields: PersonFields) => void;
  /** Sends it. @returns why the school has not taken it; null if it has */
  onSave: () => Promise<CallFailure | null>;
}

/** The form of a person. Errors stand at their fields. */
export const PersonForm = (props: PersonFormProps) => {
  const { label, fields, presentLevel, disabled = false, save, children, onChange, onSave } = props;
  const { session, schoolToday } = useApp();
  const { level: ownLevel } = useSnapshot(session.state);
  const text = useText();
  const schoolCourses = useSchoolCourses();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const { ref, onSubmit, busy, error, clear } = useForm<FieldName>({
    check: (_, form) => {
      setFailure(null);
      return errorsOf(form, fields);
    },
    send: async () => {
      const refusal = await onSave();
      const field = refusal && matchFailure(refusal, REFUSED_FIELDS);
      if (field) return { [field]: matchFailure(refusal, peopleMessages) };
      setFailure(refusal);
    },
  });

  const change = (changes: Partial<PersonFields>) => {
    clear(...(Object.keys(changes) as FieldName[]));
    onChange({ ...fields, ...changes });
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
      error={error(name)}
      disabled={disabled}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...more}
    />
  );

  return (
    <form ref={ref} noValidate aria-label={label} className={styles.form} onSubmit={onSubmit}>
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
        <ChoiceField
          label={text("staff-people.level")}
          name="level"
          value={String(fields.level)}
          options={givenLevels(ownLevel, presentLevel).map((level) => [
            String(level),
            levelName(text, level),
          ])}
          error={error("level")}
          disabled={disabled}
          onChange={(level) => change({ level: Number(level) })}
        />
        <Field
          label={text("staff-people.last-day")}
          name="last_day"
          type="date"
          value={fields.last_day ?? ""}
          error={error("last_day")}
          disabled={disabled}
          onChange={(event) => change({ last_day: event.currentTarget.value || null })}
        />
      </div>
      {teachesCourses(fields.level) ? (
        <TaughtRows
          teaches={fields.teaches}
          schoolCourses={schoolCourses}
          disabled={disabled}
          onChange={(teaches) => change({ teaches })}
        />
      ) : null}
      <CourseRows
        courses={fields.courses}
        schoolCourses={schoolCourses}
        today={schoolToday()}
        error={error("courses")}
        disabled={disabled}
        onChange={(courses) => change({ courses })}
      />
      {children}
      <FailureNotice failure={failure} messages={peopleMessages} className={styles.error} />
      {disabled ? null : (
        <p>
          <Button type="submit" disabled={busy}>
            {save}
          </Button>
        </p>
      )}
    </form>
  );
};
