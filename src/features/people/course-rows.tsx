import { useId, useState } from "react";
import type { PersonFields } from "../../contract/staff-people.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Field } from "../../ui/field.tsx";
import styles from "./person.module.css";

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

/** The courses of a person with their first and last days. */
export const CourseRows = ({
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
export const TaughtRows = ({ teaches, schoolCourses, disabled, onChange }: TaughtRowsProps) => {
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
      <label>
        <input
          type="checkbox"
          checked={all}
          onChange={(event) => onChange({ all: event.currentTarget.checked, courses })}
        />
        {text("staff-people.teaches-all")}
      </label>
      {all
        ? null
        : schoolCourses.map(({ id, title }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={courses.includes(id)}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
              {title}
            </label>
          ))}
    </fieldset>
  );
};
