import { type ReactNode, useId, useState } from "react";
import { useIntl } from "react-intl";
import { isMainLesson } from "../../../domain/lesson-access.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";
import {
  criterionField,
  fieldIn,
  type HeadFields,
  hasAssignment,
  LESSON_TYPES,
  type LessonType,
  MAX_CRITERIA,
  textsByLanguage,
} from "../../../domain/text-head.ts";
import { textIn } from "../../../domain/translated.ts";
import { nameOfLanguage } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField } from "../../../ui/check-field.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { FileField } from "./file-field.tsx";
import styles from "./lesson-form.module.css";
import { useTreeOnce } from "./next-lesson.ts";
import { PICTURES } from "./send-picture.ts";
import { ShownFile } from "./shown-file.tsx";

interface LessonFormProps {
  place: SourceTextPlace;
  languages: readonly string[];
  fields: HeadFields;
  problems: ReadonlyMap<string, readonly string[]>;
  onField: (name: string, text: string) => void;
  onFields: (fields: HeadFields) => void;
}

/** What a lesson has besides its text: titles, kind, pictures and its assignment. */
export const LessonForm = (props: LessonFormProps) => {
  const { place, fields, problems, onField } = props;
  const text = useText();
  const isLesson = place.kind === "lesson";
  const type = (LESSON_TYPES as readonly string[]).includes(fields.type ?? "")
    ? (fields.type as LessonType)
    : "text";
  return (
    <div className={styles.form}>
      <TextsField {...props} name="title" label={text("staff-text.title")} />
      {isLesson ? (
        <>
          <div className={styles.row}>
            <ChoiceField
              label={text("staff-text.kind")}
              name="type"
              value={type}
              options={LESSON_TYPES.map((each) => [each, text(`staff-text.type-${each}`)])}
              onChange={(value) => onField("type", value)}
            />
            <LessonFile
              {...props}
              name="icon"
              folder="icons"
              label={text("staff-text.icon")}
              accept={PICTURES}
            />
          </div>
          {isMainLesson(place.key) ? <p>{text("staff-text.main-lesson")}</p> : null}
          <AssignmentForm {...props} />
        </>
      ) : (
        <CourseField
          value={fields.course ?? ""}
          error={problems.get("course")?.join(" ")}
          onChange={(course) => onField("course", course)}
        />
      )}
    </div>
  );
};

interface PartProps extends LessonFormProps {
  /** The field, such as `assignment.title`. */
  name: string;
  label: string;
}

const TextsField = ({
  languages,
  fields,
  problems,
  onField,
  name,
  label,
  children,
}: PartProps & { children?: ReactNode }) => {
  const id = useId();
  const others = Object.keys(textsByLanguage(fields, name));
  const shown = [...new Set([...languages, ...others])];
  const errors = problems.get(name) ?? [];
  return (
    <fieldset className={styles.texts} data-invalid={errors.length > 0 || undefined}>
      <legend>{label}</legend>
      <div className={styles.languages}>
        {shown.map((language) => (
          <Field
            key={language}
            label={nameOfLanguage(language)}
            name={fieldIn(name, language)}
            lang={language}
            dir="auto"
            autoComplete="off"
            aria-describedby={errors.length > 0 ? `${id}e` : undefined}
            value={fields[fieldIn(name, language)] ?? ""}
            onChange={(event) => onField(fieldIn(name, language), event.currentTarget.value)}
          />
        ))}
      </div>
      {errors.length > 0 ? (
        <p id={`${id}e`} className={styles.error}>
          {errors.map((message) => (
            <span key={message}>{message} </span>
          ))}
        </p>
      ) : null}
      {children}
    </fieldset>
  );
};

interface LessonFileProps extends PartProps {
  folder: "icons" | "assignments";
  accept: string;
}

const LessonFile = ({
  place,
  fields,
  problems,
  onField,
  name,
  folder,
  ...field
}: LessonFileProps) => {
  const value = fields[name] ?? "";
  return (
    <FileField
      {...{ label: field.label, accept: field.accept, product: place.product, folder, value }}
      errors={problems.get(name) ?? []}
      onValue={(file) => onField(name, file)}
    >
      <ShownFile product={place.product} name={value} folder={folder} />
    </FileField>
  );
};

const isOfAssignment = (name: string): boolean => name.startsWith("assignment.");

/** What students hand in after the lesson, and how it is judged. */
const AssignmentForm = (props: LessonFormProps) => {
  const { fields, languages, onFields } = props;
  const text = useText();
  const [isOpen, setIsOpen] = useState(hasAssignment(fields));
  /** What was written before it was taken away. */
  const [before, setBefore] = useState<HeadFields>({});
  const count = Math.max(
    -1,
    ...Object.keys(fields).map((name) =>
      Number(/^assignment\.criteria\.(\d+)\./.exec(name)?.[1] ?? -1),
    ),
  );
  const [added, setAdded] = useState(0);
  const shown = Math.min(MAX_CRITERIA, Math.max(count + 1, added));
  const toggle = (isWanted: boolean) => {
    setIsOpen(isWanted);
    if (isWanted) {
      onFields({ ...before, ...(fields.type === "text" && { type: "assignment" }) });
      return;
    }
    const own = Object.entries(fields).filter(([name]) => isOfAssignment(name));
    setBefore(Object.fromEntries(own));
    onFields({
      ...Object.fromEntries(own.map(([name]) => [name, ""])),
      ...(fields.type === "assignment" && { type: "text" }),
    });
  };
  const removeAt = (at: number) => {
    const moved: Record<string, string> = {};
    const all = [...new Set([...languages, ...Object.keys(fields).map((name) => name.slice(-2))])];
    for (let index = at; index < shown; index += 1) {
      for (const language of all) {
        const from = fields[fieldIn(criterionField(index + 1), language)] ?? "";
        const name = fieldIn(criterionField(index), language);
        if (from || fields[name]) moved[name] = from;
      }
    }
    setAdded(Math.max(0, shown - 1));
    onFields(moved);
  };
  return (
    <section className={styles.assignment} aria-label={text("staff-text.assignment")}>
      <CheckField className={styles.check} checked={isOpen} onChange={toggle}>
        {text("staff-text.has-assignment")}
      </CheckField>
      {isOpen ? (
        <>
          <TextsField
            {...props}
            name="assignment.title"
            label={text("staff-text.assignment-title")}
          />
          <div className={styles.row}>
            <LessonFile
              {...props}
              name="assignment.instructions"
              folder="assignments"
              label={text("staff-text.instructions")}
              accept={`application/pdf,${PICTURES}`}
            />
            <LessonFile
              {...props}
              name="assignment.image"
              folder="assignments"
              label={text("staff-text.assignment-picture")}
              accept={PICTURES}
            />
          </div>
          <h3>{text("staff-text.criteria")}</h3>
          <p>{text("staff-text.criteria-hint")}</p>
          {Array.from({ length: shown }, (_, at) => (
            <TextsField
              // biome-ignore lint/suspicious/noArrayIndexKey: points have nothing else that names them
              key={at}
              {...props}
              name={criterionField(at)}
              label={text("staff-text.criterion", { number: at + 1 })}
            >
              <Button quiet onClick={() => removeAt(at)}>
                {text("staff-text.remove-criterion", { number: at + 1 })}
              </Button>
            </TextsField>
          ))}
          <Button quiet disabled={shown >= MAX_CRITERIA} onClick={() => setAdded(shown + 1)}>
            {text("staff-text.add-criterion")}
          </Button>
        </>
      ) : null}
    </section>
  );
};

interface CourseFieldProps {
  /** The key of the course; empty: all of them. */
  value: string;
  error: string | undefined;
  onChange: (course: string) => void;
}

const CourseField = ({ value, error, onChange }: CourseFieldProps) => {
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
