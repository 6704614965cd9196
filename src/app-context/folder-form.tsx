import { type ReactNode, useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { FormProblem, SentForm } from "../contract/staff-forms.ts";
import { staffFailures } from "../core/failure-messages/staff.ts";
import { isLanguage } from "../domain/languages.ts";
import { useText } from "../i18n/use-text.ts";
import type { Result } from "../lib/result.ts";
import { type CallFailure, codeOf } from "../transport/call-failure.ts";
import type { App } from "./app.ts";
import { createDraftResource } from "./draft-resource.ts";
import { FailureNotice } from "./failure-notice.tsx";
import styles from "./folder-form.module.css";
import { useRemarkWords } from "./remark-words.ts";
import { STAFF_CHECK } from "./staff-links.ts";
import { type SavedForm, type Texts, useTypedForm } from "./typed-form.tsx";

export interface FormChange {
  readonly replaces: string;
  readonly fields: { name: string; value: string }[];
}

interface FolderFormCalls<Sent extends SentForm, Change extends FormChange> {
  readonly fetch: () => Promise<Result<Sent, CallFailure>>;
  readonly put: (
    change: Change,
  ) => Promise<Result<{ readonly problems: readonly FormProblem[] }, CallFailure | null>>;
}

/** A form of the author's folder, as it is in the draft. */
export const createFolderForm = <Sent extends SentForm, Change extends FormChange = FormChange>(
  app: Pick<App, "language">,
  { fetch, put }: FolderFormCalls<Sent, Change>,
) => {
  const resource = createDraftResource<Sent>(app, fetch);
  return {
    state: resource.state,
    load: resource.refresh,

    async save(change: Change): Promise<SavedForm<FormProblem>> {
      const answer = await put(change);
      if (!answer.ok) {
        const code = answer.failure && codeOf(answer.failure);
        if (code === "content/entry_not_editable") return { kind: "not-editable" };
        if (code !== "content/conflict") return { kind: "not-done" };
        await resource.refresh();
        return { kind: "changed" };
      }
      const { problems } = answer.value;
      if (problems.length > 0) return { kind: "refused", problems };
      await resource.refresh();
      return { kind: "saved" };
    },
  };
};

type FolderForm<Sent extends SentForm, Change extends FormChange> = ReturnType<
  typeof createFolderForm<Sent, Change>
>;

/**
 * What somebody types into a form of the author's folder.
 * @param check finds what is wrong before anything is sent
 */
export const useFolderForm = (
  { save }: Pick<ReturnType<typeof createFolderForm>, "save">,
  { checksum, fields }: SentForm,
  check?: (fields: Texts) => Texts,
) => {
  const wordsOf = useRemarkWords();
  return useTypedForm<FormProblem>({
    now: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    check,
    wordsOf: (problem) => wordsOf(problem, problem.field.split("/").find(isLanguage)),
    async save(changed) {
      if (checksum === null) return { kind: "not-editable" };
      const texts = Object.entries(changed).map(([name, value]) => ({ name, value }));
      return save({ replaces: checksum, fields: texts });
    },
  });
};

interface CoursesNoteProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A note with the way to the courses, where the draft is published. */
export const CoursesNote = ({ className, children }: CoursesNoteProps) => {
  const text = useText();
  return (
    <p className={className}>
      {children} <Link href={STAFF_CHECK}>{text("staff-editor.to-courses")}</Link>
    </p>
  );
};

interface FolderFormSectionProps<Sent extends SentForm, Change extends FormChange> {
  form: FolderForm<Sent, Change>;
  /** Said where the file is written so that no form can show it. */
  unreadable?: ReactNode;
  children: (props: { form: FolderForm<Sent, Change>; sent: Sent }) => ReactNode;
}

/** A form of the author's folder once it is there, or why it is not. */
export const FolderFormSection = <Sent extends SentForm, Change extends FormChange>({
  form,
  unreadable,
  children,
}: FolderFormSectionProps<Sent, Change>) => {
  const text = useText();
  const { value: sent, failure } = useSnapshot(form.state) as typeof form.state;
  useEffect(() => void form.load(), [form]);
  if (!sent) {
    return failure ? (
      <FailureNotice failure={failure} messages={staffFailures} onRetry={() => void form.load()} />
    ) : (
      <p role="status">{text("staff-school.loading")}</p>
    );
  }
  if (!sent.source) return <CoursesNote>{text("staff-editor.no-source")}</CoursesNote>;
  return (
    <>
      {sent.draft ? (
        <CoursesNote className={styles.soft}>{text("staff-school.brand-draft")}</CoursesNote>
      ) : null}
      {sent.checksum === null ? (
        <p>{unreadable ?? text("staff-school.form-not-editable")}</p>
      ) : (
        children({ form, sent })
      )}
    </>
  );
};
