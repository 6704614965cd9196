import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { FormProblem, SentForm } from "../contract/staff-forms.ts";
import { staffFailures } from "../core/failure-messages/staff.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import type { Result } from "../lib/result.ts";
import { type CallFailure, codeOf } from "../transport/call-failure.ts";
import { Button } from "../ui/button.tsx";
import { useBusy } from "../ui/use-busy.ts";
import type { App } from "./app.ts";
import { createDraftResource } from "./draft-resource.ts";
import { FailureNotice } from "./failure-notice.tsx";
import styles from "./folder-form.module.css";
import { useRemarkWords } from "./remark-words.ts";
import { STAFF_CHECK } from "./staff-links.ts";

/** What came of saving a form of the author's folder. */
type SavedForm =
  /** `changed`: others have saved it meanwhile; the form has what is saved now. */
  | { readonly kind: "saved" | "changed" | "not-done" | "not-editable" }
  | { readonly kind: "refused"; readonly problems: readonly FormProblem[] };

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

    async save(change: Change): Promise<SavedForm> {
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

type Texts = Readonly<Record<string, string>>;

/**
 * What somebody types into a form of the author's folder. It stays when others save the same form.
 * @param check finds what is wrong before anything is sent
 */
export const useFolderForm = (
  { save }: Pick<ReturnType<typeof createFolderForm>, "save">,
  { checksum, fields }: SentForm,
  check: (fields: Texts) => Texts = () => ({}),
) => {
  const text = useText();
  const wordsOf = useRemarkWords();
  const [typed, setTyped] = useState<Texts>({});
  const [saved, setSaved] = useState<SavedForm | null>(null);
  const [wrong, setWrong] = useState<Texts>({});
  const [isBusy, whileBusy] = useBusy();
  const now: Texts = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const all = { ...now, ...typed };
  const problems = saved?.kind === "refused" ? saved.problems : [];
  const change = () => {
    if (saved?.kind !== "changed") setSaved(null);
  };

  return {
    saved,
    isBusy,
    problems,
    fields: all,
    value: (name: string): string => all[name] ?? "",
    type: (name: string, value: string): void => {
      setTyped((before) => ({ ...before, [name]: value }));
      setWrong(({ [name]: _, ...others }) => others);
      change();
    },
    /** To be called after a change of what is no text. */
    change,
    /** Drops what was typed for what others have saved. */
    takeTheirs: (): void => {
      setTyped({});
      setSaved(null);
    },
    /** What is wrong with a field, in words. */
    error: (name: string): string | undefined => {
      const found = problems.find(({ field }) => field === name);
      return wrong[name] ?? (found && wordsOf(found, name.split("/")[1]));
    },
    /** What others have saved meanwhile. */
    savedNow: (name: string): string | null =>
      saved?.kind === "changed" && all[name] !== (now[name] ?? "")
        ? text("staff-school.saved-now", { value: now[name] || "–" })
        : null,
    onSubmit: (event: FormEvent): void => {
      event.preventDefault();
      const found = check(all);
      setWrong(found);
      if (checksum === null || Object.keys(found).length > 0) return;
      void whileBusy(async () => {
        const changed = Object.entries(typed).filter(
          ([name, value]) => value !== (now[name] ?? ""),
        );
        const result = await save({
          replaces: checksum,
          fields: changed.map(([name, value]) => ({ name, value })),
        });
        setSaved(result);
        // What was changed while it was being saved stays.
        if (result.kind === "saved") setTyped((later) => (later === typed ? {} : later));
      });
    },
  };
};

const STATUS = {
  saved: "staff-school.brand-saved",
  changed: "staff-school.brand-changed",
  "not-done": "staff-school.not-done",
  "not-editable": "staff-school.form-not-editable",
} as const satisfies Record<string, MessageId>;

interface FolderFormEndProps {
  form: Pick<ReturnType<typeof useFolderForm>, "saved" | "isBusy" | "problems" | "takeTheirs">;
  /** Whether a problem stands at one of the fields that are shown. */
  isShown: (field: string) => boolean;
  /** Called when the person drops what was chosen besides texts. */
  onTheirs?: () => void;
}

/** The button of such a form, and what came of it. */
export const FolderFormEnd = ({
  form: { saved, isBusy, problems, takeTheirs },
  isShown,
  onTheirs,
}: FolderFormEndProps) => {
  const text = useText();
  const wordsOf = useRemarkWords();
  const others = problems.filter(({ field }) => !isShown(field));
  return (
    <>
      <p>
        <Button type="submit" disabled={isBusy}>
          {text("staff-school.save")}
        </Button>{" "}
        {saved?.kind === "changed" ? (
          <Button
            quiet
            onClick={() => {
              takeTheirs();
              onTheirs?.();
            }}
          >
            {text("staff-editor.take-theirs")}
          </Button>
        ) : null}
      </p>
      <div role={saved && saved.kind !== "saved" ? "alert" : "status"} className={styles.word}>
        {saved && saved.kind !== "refused" ? text(STATUS[saved.kind]) : null}
        {saved?.kind === "refused" ? text("staff-school.form-refused") : null}
        {others.length > 0 ? (
          <ul>
            {others.map((problem) => (
              <li key={problem.message}>{wordsOf(problem)}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </>
  );
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
