import { type FormEvent, useEffect, useRef, useState } from "react";
import type { App } from "../../app-context/app.ts";
import { useService } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { createAccount } from "./account.ts";
import { passwordMessages } from "./password-failure-messages.ts";

const NAMES = ["current", "next", "repeat"] as const;
type Errors = Partial<Record<(typeof NAMES)[number], MessageId>>;

const createAccountOf = ({ transport, machine }: App) =>
  createAccount(transport.send, machine.randomHex);

export interface ChangePasswordFormProps {
  username: string;
}

/** Asks for the current password and twice for the new one. Input is kept when it is refused. */
export const ChangePasswordForm = ({ username }: ChangePasswordFormProps) => {
  const { alerts } = useApp();
  const account = useService(createAccountOf);
  const text = useText();
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A screen reader says the reason when its field is focused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt to submit
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [errors]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const { currentTarget } = event;
    const [current, next, repeat] = NAMES.map(
      (name) => (currentTarget.elements.namedItem(name) as HTMLInputElement).value,
    ) as [string, string, string];
    const found: Errors = {};
    if (!current) found.current = "profile.missing";
    if (!next.trim()) found.next = "profile.missing";
    if (next !== repeat) found.repeat = "profile.no-match";
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const result = await account.changePassword(current, next);
    setBusy(false);
    if (result.ok) {
      currentTarget.reset();
      alerts.show({ tone: "info", text: "profile.changed", seconds: 6 });
      return;
    }
    const { failure } = result;
    const { kind } = failure;
    const message = passwordMessages[kind];
    if (kind === "wrong-password") setErrors({ current: message });
    else if (kind === "too-short" || kind === "too-common") setErrors({ next: message });
    else {
      const isThrottled = kind === "throttled";
      const minutes = isThrottled ? Math.max(1, Math.ceil(failure.seconds / 60)) : 0;
      const seconds = isThrottled ? 15 : 6;
      const values = { minutes };
      alerts.show({ tone: "error", title: "failure.title", text: message, values, seconds });
    }
  };

  const error = (name: keyof Errors) => {
    const message = errors[name];
    return message && text(message);
  };

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {/* Tells a password manager which account's password changes. */}
      <input hidden type="text" autoComplete="username" value={username} readOnly />
      <Field
        label={text("profile.current")}
        name="current"
        type="password"
        autoComplete="current-password"
        error={error("current")}
      />
      <Field
        label={text("profile.new")}
        name="next"
        type="password"
        autoComplete="new-password"
        error={error("next")}
      />
      <Field
        label={text("profile.repeat")}
        name="repeat"
        type="password"
        autoComplete="new-password"
        error={error("repeat")}
      />
      <button type="submit" className="button" aria-disabled={busy || undefined}>
        {text("profile.change")}
      </button>
    </form>
  );
};
