import * as v from "valibot";

/** Parses JSON and decodes it. @returns null if the text is not JSON, or does not match the schema */
export const parseJson = <Value>(
  text: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | null => {
  try {
    const decoded = v.safeParse(schema, JSON.parse(text));
    return decoded.success ? decoded.output : null;
  } catch {
    return null;
  }
};
