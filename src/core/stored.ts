import * as v from "valibot";
import type { KeyValue } from "../platform/ports.ts";

/**
 * One value in storage as JSON. A stored value that does not fit the schema is removed and reads as
 * null.
 * @param key contains a version, such as `session.v1`
 */
export const createStored = <Value>(
  storage: KeyValue,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
) => ({
  read(): Value | null {
    const raw = storage.get(key);
    if (raw === null) return null;
    try {
      const decoded = v.safeParse(schema, JSON.parse(raw));
      if (decoded.success) return decoded.output;
    } catch {
      // Text that is no JSON is handled like a value that does not fit.
    }
    storage.remove(key);
    return null;
  },
  /** @returns false if the storage did not accept it */
  write: (value: Value) => storage.set(key, JSON.stringify(value)),
  clear: () => storage.remove(key),
});

export type Stored<Value> = ReturnType<typeof createStored<Value>>;
