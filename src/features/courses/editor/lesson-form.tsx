import { type ReactNode, useId, useState } from "react";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useApp } from "../../../app-context/use-app.ts";
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
import { nameOfLanguage } from "../../../i18n/languages.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { Field } from "../../../ui/field.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import styles from "./lesson-form.module.css";
import { ShownFile } from "./shown-file.tsx";
import { PICTURES, type PictureFailure, pictureMessages, sendPicture } from "./transfer.ts";

const TYPE_NAMES = {
  text: "staff-text.type-text",
  video: "staff-text.type-video",
  figure: "staff-text.type-figure",
  assignment: "staff-text.type-assignment",
} as const satisfies Record<LessonType, MessageId>;

interface LessonFormProps {
  place: SourceTextPlace;
  /** The languages of the school. */
  languages: readonly string[];
  fields: HeadFields;
  /** What is wrong, by field. */
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
              options={LESSON_TYPES.map((each) => [each, text(TYPE_NAMES[each])])}
              onChange={(value) => onField("type", value)}
            />
            <FileField
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
        <Field
          label={text("staff-text.course")}
          name="course"
          value={fields.course ?? ""}
          error={problems.get("course")?.join(" ")}
          onChange={(event) => onField("course", event.currentTarget.value)}
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

/** A text in the languages of the school, side by side. */
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

interface FileFieldProps extends PartProps {
  folder: "icons" | "assignments";
  accept: string;
}

/** A file beside the lesson, such as its picture: sent, shown and taken away. */
const FileField = (props: FileFieldProps) => {
  const { place, fields, problems, onField, name, label, folder, accept } = props;
  const text = useText();
  const id = useId();
  const { send } = useApp().transport;
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<PictureFailure | null>(null);
  const value = fields[name] ?? "";
  const choose = async ([file]: readonly File[]) => {
    if (!file) return;
    setFailure(null);
    setIsSending(true);
    const sent = await sendPicture(send, place.product, file, folder);
    setIsSending(false);
    if (sent.ok) onField(name, sent.value);
    else setFailure(sent.failure);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside the picture
    <div className={styles.file} role="group" aria-labelledby={`${id}l`}>
      <b id={`${id}l`}>{label}</b>
      {value ? (
        <span className={styles.shown}>
          <ShownFile product={place.product} name={value} folder={folder} />
          <small dir="auto">{value}</small>
        </span>
      ) : null}
      <span className={styles.acts}>
        <FileButton
          quiet
          label={text(value ? "staff-text.file-other" : "staff-text.file-choose")}
          accept={accept}
          disabled={isSending}
          describedBy={`${id}l`}
          onFiles={(files) => void choose(files)}
        />
        {value ? (
          <Button quiet onClick={() => onField(name, "")}>
            {text("staff-editor.remove")}
          </Button>
        ) : null}
      </span>
      <span role="status">{isSending ? text("staff-editor.picture-sending") : ""}</span>
      {(problems.get(name) ?? []).map((message) => (
        <small key={message} className={styles.error}>
          {message}
        </small>
      ))}
      <FailureNotice failure={failure} messages={pictureMessages} />
    </div>
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
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isOpen}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        {text("staff-text.has-assignment")}
      </label>
      {isOpen ? (
        <>
          <TextsField
            {...props}
            name="assignment.title"
            label={text("staff-text.assignment-title")}
          />
          <div className={styles.row}>
            <FileField
              {...props}
              name="assignment.instructions"
              folder="assignments"
              label={text("staff-text.instructions")}
              accept={`application/pdf,${PICTURES}`}
            />
            <FileField
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
