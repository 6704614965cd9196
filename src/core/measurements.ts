import { proxy, ref } from "valtio/vanilla";
import {
  deleteMeasurement,
  getDefaultMeasurement,
  getMeasurements,
  type Measurement,
  measurement,
  postMeasurement,
  putMeasurement,
} from "../contract/measurements.ts";
import type { Id } from "../contract/wire.ts";
import { LATER_FIELDS, type Values } from "../domain/measurements/fields.ts";
import { Result } from "../lib/result.ts";
import type { KeyValue, RandomHex } from "../platform/ports.ts";
import type { CallFailure } from "../transport/call-failure.ts";
import type { Send } from "../transport/transport.ts";
import { appendEntries } from "./create-resource.ts";
import { measurementsKey } from "./measurements-key.ts";
import { createRequestKeys } from "./request-keys.ts";
import { createStored } from "./stored.ts";

export type MeasurementFailure = {
  readonly kind:
    | "not-saved"
    | "not-updated"
    | "not-deleted"
    /** The school allows no further table. */
    | "limit-reached"
    /** Deleted in the meantime, in another tab or on another machine. */
    | "gone"
    /** Changed in the meantime. The tables are those that the school has now. */
    | "changed";
};

/** An edited table; without an id it is a new one. */
interface MeasurementInput extends Pick<Measurement, "name" | "units" | "values"> {
  readonly id: Id | null;
  /** `updated` of the version that it replaces; null or absent: any. */
  readonly replaces?: string | null;
}

interface MeasurementsOptions {
  send: Send;
  storage: KeyValue;
  personId: Id;
  randomHex: RandomHex;
  /** Whether the person's session is over: an answer that comes then is not stored. Absent: it never is. */
  isOver?: () => boolean;
}

const idOf = (table: Measurement): Id => table.id;

const withoutLater = (values: Values): Values => {
  const rest = { ...values };
  for (const field of LATER_FIELDS) delete rest[field];
  return rest;
};

/** Sends values, and a second time without the later fields if the school does not know those. */
const sendKnown = async <Value>(
  values: Values,
  sendValues: (values: Values) => Promise<Result<Value, CallFailure>>,
): Promise<Result<Value, CallFailure>> => {
  const answer = await sendValues(values);
  const isInvalid =
    !answer.ok && answer.failure.kind === "refused" && answer.failure.status === 422;
  const isNewer = LATER_FIELDS.some((field) => Object.hasOwn(values, field));
  return isInvalid && isNewer ? sendValues(withoutLater(values)) : answer;
};

/** Sorts the default table first, then the latest. */
const inOrder = (tables: readonly Measurement[]): readonly Measurement[] =>
  tables.toSorted(
    (a, b) =>
      Number(b.is_default) - Number(a.is_default) ||
      (b.updated ?? "").localeCompare(a.updated ?? ""),
  );

/**
 * The person's measurement tables. The default table is also stored on this machine.
 *
 * It is no `createResource`: the list and the default table are two answers that fail on their own,
 * and a change of the list changes the default table too.
 */
export const createMeasurements = (options: MeasurementsOptions) => {
  const { send, storage } = options;
  const stored = createStored(storage, measurementsKey(options.personId), measurement);
  const kept = stored.read();
  const state = proxy({
    tables: null as readonly Measurement[] | null,
    failed: null as CallFailure | null,
    /** The default table as last known; null when there is none. */
    standard: kept && ref(kept),
    standardFailed: null as CallFailure | null,
    /** Where the next page of tables starts; null at the end. */
    cursor: null as string | null,
  });
  let underWay: Promise<void> | null = null;
  let changes = 0;
  const postKeys = createRequestKeys(options.randomHex);

  const storeDefaultTable = (table: Measurement | null) => {
    state.standard = table && ref(table);
    state.standardFailed = null;
    if (options.isOver?.()) return;
    if (table) stored.write(table);
    else stored.clear();
  };

  const show = (tables: readonly Measurement[]) => {
    state.tables = ref(inOrder(tables));
    storeDefaultTable(tables.find((table) => table.is_default) ?? null);
  };

  const fetchBoth = async (): Promise<void> => {
    const before = changes;
    const onNewer = () => void Promise.resolve(underWay).then(load);
    const [all, standard] = await Promise.all([
      send(getMeasurements, { onNewer }),
      send(getDefaultMeasurement, { onNewer }),
    ]);
    // An answer that was requested before a change may be older than the change.
    if (changes !== before) return fetchBoth();
    state.failed = all.ok ? null : all.failure;
    state.standardFailed = standard.ok ? null : standard.failure;
    if (all.ok) {
      const standardTable = standard.ok ? standard.value.measurement : null;
      // The default table may be on a later page.
      const others = all.value.measurements.filter((table) => table.id !== standardTable?.id);
      state.tables = ref(inOrder(standardTable ? [standardTable, ...others] : others));
      state.cursor = all.value.cursor;
    }
    if (standard.ok) storeDefaultTable(standard.value.measurement);
  };

  const load = (): Promise<void> => {
    state.failed = null;
    underWay ??= fetchBoth().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  const more = async (): Promise<boolean> => {
    const { cursor } = state;
    if (cursor === null) return true;
    const before = changes;
    const answer = await send(getMeasurements, { query: { before: cursor } });
    if (!answer.ok) return false;
    if (state.cursor !== cursor) return true;
    // The answer may have a table that was deleted meanwhile.
    if (changes !== before) return more();
    const { measurements } = answer.value;
    state.tables = ref(inOrder(appendEntries(state.tables ?? [], measurements, idOf)));
    state.cursor = answer.value.cursor;
    return true;
  };

  /** Stores a table. Only one table can be the default, as at the school. */
  const put = (table: Measurement) => {
    changes += 1;
    if (!state.tables) {
      void load();
      return;
    }
    const others = state.tables.filter((other) => other.id !== table.id);
    const rest = table.is_default
      ? others.map((other) => ({ ...other, is_default: false }))
      : others;
    show([table, ...rest]);
  };

  const forget = (tableId: Id) => {
    changes += 1;
    const left = (state.tables ?? []).filter((table) => table.id !== tableId);
    const [latest, ...rest] = left;
    const orphaned = latest && !left.some((table) => table.is_default);
    show(orphaned ? [{ ...latest, is_default: true }, ...rest] : left);
  };

  const change = async (
    table: MeasurementInput & { id: Id },
    isDefault?: 1,
  ): Promise<Result<Measurement, MeasurementFailure>> => {
    const { id: tableId, name, units, replaces } = table;
    const answer = await sendKnown(table.values, (values) => {
      const more = { ...(isDefault && { is_default: isDefault }), ...(replaces && { replaces }) };
      const body = { name, units, values, ...more };
      return send(putMeasurement, { params: { id: tableId }, body });
    });
    if (answer.ok) {
      put(answer.value.measurement);
      return Result.ok(answer.value.measurement);
    }
    const { failure } = answer;
    if (failure.kind === "refused" && failure.code === "measurement/changed") {
      // An answer that is under way may be older than the change.
      changes += 1;
      await load();
      return Result.fail({ kind: "changed" });
    }
    if (failure.kind !== "refused" || failure.status !== 404) {
      return Result.fail({ kind: "not-updated" });
    }
    forget(tableId);
    return Result.fail({ kind: "gone" });
  };

  return {
    state,

    /** Fetches the tables and the default one. On failure, the present ones are kept. */
    load,

    /** Takes over the default table where another tab has stored a newer one, and fetches all. */
    reread() {
      const other = stored.read();
      const mine = state.standard;
      if (!other || (other.id === mine?.id && other.updated === mine?.updated)) return;
      // An answer that is under way may be older than the change.
      changes += 1;
      state.standard = ref(other);
      void load();
    },

    /** Appends the next page of tables. @returns whether it could be fetched */
    more,

    /** Saves a table. What the school does not know is missing in the value. */
    async save(table: MeasurementInput): Promise<Result<Measurement, MeasurementFailure>> {
      const { id: tableId, name, units } = table;
      if (tableId !== null) return change({ ...table, id: tableId });
      const answer = await sendKnown(table.values, (values) => {
        const body = { name, units, values };
        const headers = postKeys.headersFor(body);
        return send(postMeasurement, { body, headers });
      });
      if (!answer.ok) {
        const { failure } = answer;
        const isFull = failure.kind === "refused" && failure.code === "account/limit_reached";
        return Result.fail({ kind: isFull ? "limit-reached" : "not-saved" });
      }
      postKeys.forget();
      put(answer.value.measurement);
      return Result.ok(answer.value.measurement);
    },

    /** Makes a table the default, and no other. Its other fields stay, whoever has changed them. */
    async makeDefault(table: Measurement): Promise<Result<Measurement, MeasurementFailure>> {
      const made = await change({ ...table, replaces: table.updated }, 1);
      const now = state.tables?.find(({ id }) => id === table.id);
      return made.ok || made.failure.kind !== "changed" || !now
        ? made
        : change({ ...now, replaces: now.updated }, 1);
    },

    /** A table that no longer exists counts as deleted. */
    async remove(tableId: Id): Promise<Result<null, MeasurementFailure>> {
      const answer = await send(deleteMeasurement, { params: { id: tableId } });
      const gone = !answer.ok && answer.failure.kind === "refused" && answer.failure.status === 404;
      if (!answer.ok && !gone) return Result.fail({ kind: "not-deleted" });
      forget(tableId);
      return Result.ok(null);
    },
  };
};

export type Measurements = ReturnType<typeof createMeasurements>;
