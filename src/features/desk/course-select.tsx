import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { useCourseTitles } from "./taught-courses.ts";

export interface CourseSelectProps {
  /** The id of a course; null: all courses. */
  course: string | null;
  onChoose: (course: string | null) => void;
}

/** Chooses one of the courses that the tutor teaches, or all of them. */
export const CourseSelect = ({ course, onChoose }: CourseSelectProps) => {
  const text = useText();
  return (
    <SelectField
      label={text("desk.course")}
      value={course ?? ""}
      onChange={(event) => onChoose(event.currentTarget.value || null)}
    >
      <option value="">{text("desk.course-all")}</option>
      {useCourseTitles().map(({ id, title }) => (
        <option key={id} value={String(id)}>
          {title}
        </option>
      ))}
    </SelectField>
  );
};
