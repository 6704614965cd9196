import { useId, useState } from "react";
import type { PersonFields } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import styles from "./person.module.css";

type Courses = PersonFields["courses"];

export interface CourseRowsProps {
  courses: Courses;
  /** The courses of the school. */
  known: readonly { id: number; title: string }[];
  /** The present day at the school, on which a new course starts. */
  today: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (courses: Courses) => void;
}

/** The courses of a person with their first and last days. */
export const CourseRows = ({
  courses,
  known,
  today,
  error,
  disabled,
  onChange,
}: CourseRowsProps) => {
  const text = useText();
  const id = useId();
  const [added, setAdded] = useState("");
  const titleOf = (course: number) =>
    known.find((each) => each.id === course)?.title ?? `#${course}`;
  const free = known.filter((each) => !courses.some((course) => course.id === each.id));
  const change = (course: number, days: Partial<Courses[number]>) =>
    onChange(courses.map((each) => (each.id === course ? { ...each, ...days } : each)));

  return (
    <fieldset
      className={styles.courses}
      disabled={disabled}
      aria-describedby={error ? `${id}e` : undefined}
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
          <button
            type="button"
            className="button quiet"
            onClick={() => onChange(courses.filter((each) => each.id !== course.id))}
          >
            {text("staff-people.take-away")}
          </button>
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
          <SelectField
            label={text("staff-people.course-add")}
            value={added}
            onChange={(event) => setAdded(event.currentTarget.value)}
          >
            <option value="">{text("staff-people.course-choose")}</option>
            {free.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </SelectField>
          <button
            type="button"
            className="button quiet"
            aria-disabled={added === "" || undefined}
            onClick={() => {
              if (added === "") return;
              onChange([...courses, { id: Number(added), from: today, until: null }]);
              setAdded("");
            }}
          >
            {text("staff-people.course-give")}
          </button>
        </div>
      ) : null}
    </fieldset>
  );
};
