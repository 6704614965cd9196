import * as v from "valibot";
import type { KeyValue } from "../platform/ports.ts";

/**
 * One value in storage under a versioned key. What does not decode is dropped, so that damaged or
 * foreign storage starts afresh.
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
      // Not JSON: handled like a value of the wrong shape.
    }
    storage.remove(key);
    return null;
  },
  write: (value: Value) => storage.set(key, JSON.stringify(value)),
  clear: () => storage.remove(key),
});

export type Stored<Value> = ReturnType<typeof createStored<Value>>;
