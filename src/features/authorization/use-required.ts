import { type FormEvent, useState } from "react";

/**
 * A form whose fields must all be filled in. What is typed stays in the fields themselves, so that
 * what was typed before the script ran counts too.
 * @returns `missing`, the names of empty fields after a try, and the form's submit handler
 */
export const useRequired = (
  names: readonly string[],
  send: (values: string[]) => Promise<void>,
) => {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const inputs = names.map((name) => form.elements.namedItem(name) as HTMLInputElement);
    const empty = inputs.filter((input) => input.value.trim() === "");
    setMissing(empty.map((input) => input.name));
    if (empty[0]) return empty[0].focus();
    setBusy(true);
    try {
      await send(inputs.map((input) => input.value));
    } finally {
      setBusy(false);
    }
  };

  return { missing, busy, onSubmit };
};
