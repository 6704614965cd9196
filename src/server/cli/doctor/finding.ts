import type { CheckName, FindingCode, FindingState } from "../../../domain/doctor.ts";

/** What a check has found. The message says what is wrong, and what to do. */
export interface Finding {
  readonly check: CheckName;
  readonly state: FindingState;
  /** The id of its message. */
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string>>;
}

/** What a check has found, without its name. */
export type Found = Pick<Finding, "code" | "values">;

/** @param values for the message's placeholders */
export const found = (
  code: FindingCode,
  values: Readonly<Record<string, string | number>> = {},
): Found => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
});
