import { type FormEvent, useState } from "react";

/**
 * The state of a form in which all fields are required. The values stay in the inputs, so that text
 * typed before the script ran is included.
 * @param names the names of the inputs, in the order of the values that `send` gets
 * @param send resolves with true if the last field is wrong: it gets the focus
 * @returns `missing`, the names of the empty fields after an attempt to submit; `wrong`, whether the
 *   last field is; `busy` while sending; and the form's submit handler
 */
export const useRequired = (
  names: readonly string[],
  send: (values: string[]) => Promise<unknown>,
) => {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const inputs = names.map((name) => form.elements.namedItem(name) as HTMLInputElement);
    const empty = inputs.filter((input) => input.value.trim() === "");
    setMissing(empty.map((input) => input.name));
    setWrong(false);
    if (empty[0]) return empty[0].focus();
    setBusy(true);
    try {
      if (await send(inputs.map((input) => input.value))) {
        setWrong(true);
        inputs.at(-1)?.focus();
      }
    } finally {
      setBusy(false);
    }
  };

  return { missing, wrong, busy, onSubmit };
};
