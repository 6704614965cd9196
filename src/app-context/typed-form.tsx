import { type FormEvent, useState } from "react";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";
import { Button } from "../ui/button.tsx";
import { useBusy } from "../ui/use-busy.ts";
import styles from "./typed-form.module.css";
import { useFocusOnWrong } from "./use-form.ts";

/** What stands in the fields of a form, or what is wrong with them, by their names. */
export type Texts = Readonly<Record<string, string>>;

/** What came of saving a form. */
export type SavedForm<Problem> =
  /** `changed`: others have saved it meanwhile; the form has what is saved now. */
  | { readonly kind: "saved" | "changed" | "not-done" | "not-editable" | "own-factor" }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

interface TypedFormOptions<Problem> {
  /** What is saved. */
  now: Texts;
  /** Finds what is wrong before anything is sent. */
  check?: ((fields: Texts) => Texts) | undefined;
  /** @param changed what differs from what is saved */
  save: (changed: Texts, fields: Texts) => Promise<SavedForm<Problem>>;
  wordsOf: (problem: Problem, fields: Texts) => string;
}

/**
 * What somebody types into a form. It stays when others save the same form. The first field that is refused gets
 * the focus.
 */
export const useTypedForm = <Problem extends { readonly field: string }>({
  now,
  check = () => ({}),
  save,
  wordsOf,
}: TypedFormOptions<Problem>) => {
  const text = useText();
  const [ref, focusOnWrong] = useFocusOnWrong();
  const [typed, setTyped] = useState<Texts>({});
  const [saved, setSaved] = useState<SavedForm<Problem> | null>(null);
  const [wrong, setWrong] = useState<Texts>({});
  const [isBusy, whileBusy] = useBusy();
  const fields: Texts = { ...now, ...typed };
  const changed: Texts = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value !== (now[name] ?? "")),
  );
  const problems = (saved?.kind === "refused" ? saved.problems : []).map((problem) => ({
    field: problem.field,
    words: wordsOf(problem, fields),
  }));
  const change = () => {
    if (saved?.kind !== "changed") setSaved(null);
  };

  return {
    /** For the form, like `onSubmit`. */
    ref,
    saved,
    isBusy,
    problems,
    fields,
    isChanged: Object.keys(changed).length > 0,
    value: (name: string): string => fields[name] ?? "",
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
    error: (name: string): string | undefined =>
      wrong[name] ?? problems.find(({ field }) => field === name)?.words,
    /** What others have saved meanwhile. */
    savedNow: (name: string): string | null =>
      saved?.kind === "changed" && fields[name] !== (now[name] ?? "")
        ? text("staff-school.saved-now", { value: now[name] || "–" })
        : null,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      const found = check(fields);
      setWrong(found);
      if (Object.keys(found).length > 0) return focusOnWrong();
      void whileBusy(async () => {
        const result = await save(changed, fields);
        setSaved(result);
        focusOnWrong();
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
  "own-factor": "staff-school.own-factor",
  refused: "staff-school.form-refused",
} as const satisfies Record<SavedForm<never>["kind"], MessageId>;

interface TypedFormEndProps {
  form: Pick<ReturnType<typeof useTypedForm>, "saved" | "isBusy" | "problems" | "takeTheirs">;
  /** Whether a problem stands at one of the fields that are shown. */
  isShown: (field: string) => boolean;
  /** Said once it is saved; absent: it is in the draft. */
  done?: MessageId;
  /** Called when the person drops what was chosen besides texts. */
  onTheirs?: () => void;
}

/** The button of such a form, and what came of it. */
export const TypedFormEnd = ({
  form: { saved, isBusy, problems, takeTheirs },
  isShown,
  done = STATUS.saved,
  onTheirs,
}: TypedFormEndProps) => {
  const text = useText();
  const others = problems.filter(({ field }) => !isShown(field));
  const isSaved = saved?.kind === "saved";
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
      <div role={saved && !isSaved ? "alert" : "status"} className={styles.word}>
        {saved ? text(isSaved ? done : STATUS[saved.kind]) : null}
        {others.length > 0 ? (
          <ul>
            {others.map(({ field, words }) => (
              <li key={field + words}>{words}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </>
  );
};
