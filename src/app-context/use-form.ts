import { type FormEvent, useEffect, useRef, useState } from "react";
import type { MessageId } from "../i18n/message-id.ts";
import { useText } from "../i18n/use-text.ts";

/** What is wrong, by the names of the fields. */
export type FieldErrors<Name extends string> = { [name in Name]?: MessageId | undefined };

export interface FormOptions<Name extends string> {
  /** The messages for fields that are empty; they are checked before anything is sent. */
  required?: FieldErrors<Name>;
  /** Further checks. @returns what is wrong */
  check?: (values: Record<Name, string>, form: HTMLFormElement) => FieldErrors<Name>;
  /** @returns what the school finds wrong; nothing if that belongs to no field */
  send: (
    values: Record<Name, string>,
    form: HTMLFormElement,
  ) => Promise<FieldErrors<Name> | undefined>;
}

/** A field that is wrong, or the first of a group of fields that is. */
const WRONG = "[aria-invalid], [data-invalid] input";

/**
 * Moves the focus to the first field of a form that is wrong.
 * @returns the form's `ref`, and what to call once the fields have been told what is wrong
 */
export const useFocusOnWrong = () => {
  const ref = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState<object | null>(null);
  // The reason is at the field by now, so a screen reader says it with the field.
  useEffect(() => {
    if (attempt) ref.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [attempt]);
  return [ref, () => setAttempt({})] as const;
};

/**
 * A form that shows at its fields what is wrong, whether found here or by the school. After each attempt
 * the first such field gets the focus. The values are those of the inputs, by their names, so that text
 * typed before the script ran is included.
 */
export const useForm = <Name extends string>({ required, check, send }: FormOptions<Name>) => {
  const text = useText();
  const [ref, focusOnWrong] = useFocusOnWrong();
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [busy, setBusy] = useState(false);

  /** Shows what is wrong. @returns whether anything is */
  const show = (wrong: FieldErrors<Name>): boolean => {
    setErrors(wrong);
    focusOnWrong();
    return Object.keys(wrong).length > 0;
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Record<Name, string>;
    const wrong: FieldErrors<Name> = { ...check?.(values, form) };
    for (const name in required) if (!values[name]?.trim()) wrong[name] = required[name];
    if (show(wrong)) return;
    setBusy(true);
    show((await send(values, form).finally(() => setBusy(false))) ?? {});
  };

  return {
    /** For the form, like `onSubmit`. */
    ref,
    onSubmit,
    busy,
    errors,
    /** What is wrong with a field, in words. */
    error: (name: Name): string | undefined => {
      const message = errors[name];
      return message && text(message);
    },
    /** Takes back what was wrong with fields that have been changed. */
    clear: (...names: Name[]) =>
      setErrors((before) => {
        const left = { ...before };
        for (const name of names) delete left[name];
        return left;
      }),
  };
};
