import { Field, type FieldProps } from "./field.tsx";

/** A field for the code that an authenticator app shows: six digits, from left to right. */
export const CodeField = (props: Pick<FieldProps, "label" | "error">) => (
  <Field {...props} name="code" dir="ltr" inputMode="numeric" autoComplete="one-time-code" />
);
