import { useService } from "../../app-context/service.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useForm } from "../../app-context/use-form.ts";
import { type FailureTable, matchFailure, minutesToWait } from "../../core/match-failure.ts";
import { useText } from "../../i18n/use-text.ts";
import { Field } from "../../ui/field.tsx";
import { createAccount, passwordMessages } from "./account.ts";

/** The field that the school finds wrong; null: an alert says what else is. */
const FIELDS = {
  "too-short": "next",
  403: "current",
  422: "next",
  else: null,
} as const satisfies FailureTable<"too-short", "current" | "next" | null>;

/** Asks for the current password and twice for the new one. Input is kept when it is refused. */
export const ChangePasswordForm = ({ username }: { username: string }) => {
  const { alerts } = useApp();
  const account = useService(createAccount);
  const text = useText();
  const { ref, onSubmit, busy, error } = useForm<"current" | "next" | "repeat">({
    required: { current: "profile.missing", next: "profile.missing" },
    check: ({ next, repeat }) => (next === repeat ? {} : { repeat: "profile.no-match" }),
    async send({ current, next }, form) {
      const result = await account.changePassword(current, next);
      if (result.ok) {
        form.reset();
        alerts.show({ tone: "info", text: "profile.changed", seconds: 6 });
        return undefined;
      }
      const { failure } = result;
      const message = matchFailure(failure, passwordMessages);
      const field = matchFailure(failure, FIELDS);
      if (field) return { [field]: message };
      alerts.show({
        tone: "error",
        title: "failure.title",
        text: message,
        values: { minutes: minutesToWait(failure) },
        seconds: message === passwordMessages[429] ? 15 : 6,
      });
      return undefined;
    },
  });

  return (
    <form ref={ref} noValidate onSubmit={onSubmit}>
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
