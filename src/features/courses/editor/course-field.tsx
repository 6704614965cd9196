import { useIntl } from "react-intl";
import { textIn } from "../../../domain/translated.ts";
import { useText } from "../../../i18n/use-text.ts";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { useTreeOnce } from "./next-lesson.ts";

interface CourseFieldProps {
  /** The key of the course; empty: all of them. */
  value: string;
  error: string | undefined;
  onChange: (course: string) => void;
}

/** Chooses one of the school's courses, or all. */
export const CourseField = ({ value, error, onChange }: CourseFieldProps) => {
  const text = useText();
  const { locale } = useIntl();
  const courses = (useTreeOnce()?.products ?? []).flatMap((product) => product.courses);
  const names = courses.map(
    ({ key, titles }) => [key, textIn(titles, "text", locale).text || key] as const,
  );
  const isKnown = value === "" || courses.some(({ key }) => key === value);
  return (
    <ChoiceField
      label={text("staff-text.course")}
      name="course"
      value={value}
      error={error}
      options={[
        ["", text("staff-text.course-all")],
        ...names,
        ...(isKnown ? [] : [[value, value] as const]),
      ]}
      onChange={onChange}
    />
  );
};
