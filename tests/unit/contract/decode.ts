import * as v from "valibot";

/** Decodes a JSON answer as a client does; null if it is invalid. */
export const decode = <Answer>(
  call: { answer: v.GenericSchema<unknown, Answer> | "bytes" | "nothing" },
  answer: unknown,
): Answer | null => {
  if (typeof call.answer === "string") throw new Error("This call's answer is not decoded.");
  const decoded = v.safeParse(call.answer, JSON.parse(JSON.stringify(answer)));
  return decoded.success ? decoded.output : null;
};
