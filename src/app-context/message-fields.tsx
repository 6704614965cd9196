import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from "../domain/conversations.ts";
import { useText } from "../i18n/use-text.ts";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { useForm } from "./use-form.ts";

interface Words {
  subject: string;
  body: string;
}

interface MessageFieldsProps {
  words: Words;
  form: Pick<ReturnType<typeof useForm<keyof Words>>, "ref" | "error" | "clear">;
  withSubject?: boolean;
  /** The height of the field for the words. */
  rows: number;
  readOnly: boolean;
  onWrite: (change: Partial<Words>) => void;
}

/** The subject and the words of a message. Ctrl and Enter send it. */
export const MessageFields = ({ words, form, rows, readOnly, ...props }: MessageFieldsProps) => {
  const { withSubject = true, onWrite } = props;
  const text = useText();
  const write = (change: Partial<Words>) => {
    form.clear("subject", "body");
    onWrite(change);
  };
  return (
    <>
      {withSubject ? (
        <Field
          label={text("tutor-talk.subject")}
          name="subject"
          dir="auto"
          autoComplete="off"
          maxLength={MAX_SUBJECT_LENGTH}
          value={words.subject}
          readOnly={readOnly}
          error={form.error("subject")}
          onChange={(event) => write({ subject: event.currentTarget.value })}
        />
      ) : null}
      <TextArea
        label={text("tutor-talk.message")}
        name="body"
        rows={rows}
        maxLength={MAX_BODY_LENGTH}
        value={words.body}
        readOnly={readOnly}
        error={form.error("body")}
        onChange={(body) => write({ body })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          form.ref.current?.requestSubmit();
        }}
      />
    </>
  );
};
