import { type FormEvent, useState } from "react";
import type { FormProblem, SentForm } from "../contract/staff-forms.ts";
import { createResource } from "../core/create-resource.ts";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import type { Result } from "../lib/result.ts";
import { type CallFailure, codeOf } from "../transport/call-failure.ts";
import { Button } from "../ui/button.tsx";
import { useBusy } from "../ui/use-busy.ts";
import styles from "./folder-form.module.css";
import { useRemarkWords } from "./remark-words.ts";

/** What came of saving a form of the author's folder. */
type SavedForm =
  /** `changed`: others have saved it meanwhile; the form has what is saved now. */
  | { readonly kind: "saved" | "changed" | "not-done" | "not-editable" }
  | { readonly kind: "refused"; readonly problems: readonly FormProblem[] };

interface FormChange {
  readonly replaces: string;
  readonly fields: { name: string; value: string }[];
}

interface FolderFormCalls<Sent extends SentForm> {
  readonly fetch: () => Promise<Result<Sent, CallFailure>>;
  readonly put: (
    change: FormChange,
  ) => Promise<Result<{ readonly problems: readonly FormProblem[] }, CallFailure>>;
}

/** A form of the author's folder, as it is in the draft. */
export const createFolderForm = <Sent extends SentForm>({ fetch, put }: FolderFormCalls<Sent>) => {
  const resource = createResource<Sent, CallFailure>({ fetch });
  return {
    state: resource.state,
    load: resource.refresh,

    async save(change: FormChange): Promise<SavedForm> {
      const answer = await put(change);
      if (!answer.ok) {
        const code = codeOf(answer.failure);
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

  return {
    saved,
    isBusy,
    problems,
    fields: all,
    value: (name: string): string => all[name] ?? "",
    type: (name: string, value: string): void => {
      setTyped((before) => ({ ...before, [name]: value }));
      setWrong(({ [name]: _, ...others }) => others);
      if (saved?.kind !== "changed") setSaved(null);
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
  changed: "staff-school.changed",
  "not-done": "staff-school.not-done",
  "not-editable": "staff-school.form-not-editable",
} as const satisfies Record<string, MessageId>;

interface FolderFormEndProps {
  form: Pick<ReturnType<typeof useFolderForm>, "saved" | "isBusy" | "problems">;
  /** Whether a problem stands at one of the fields that are shown. */
  isShown: (field: string) => boolean;
}

/** The button of such a form, and what came of it. */
export const FolderFormEnd = ({
  form: { saved, isBusy, problems },
  isShown,
}: FolderFormEndProps) => {
  const text = useText();
  const wordsOf = useRemarkWords();
  const others = problems.filter(({ field }) => !isShown(field));
  return (
    <>
      <p>
        <Button type="submit" disabled={isBusy}>
          {text("staff-school.save")}
        </Button>
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
