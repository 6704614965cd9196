import * as v from "valibot";
import { proxy, ref, subscribe } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { type Drafting, draftingOf } from "../../app-context/drafting.ts";
import {
  type Choice,
  optionsOf,
  storedChoice,
  withOptions,
} from "../../app-context/pattern-choice.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { useService } from "../../app-context/service.ts";
import { measurementsOf } from "../../app-context/use-measurements.ts";
import { type DraftFile, readDraftFile, writeDraftFile } from "../../contract/draft-file.ts";
import { type Measurement, measurement } from "../../contract/measurements.ts";
import type { Id } from "../../contract/wire.ts";
import type { Measurements } from "../../core/measurements.ts";
import { draftedTableKey } from "../../core/measurements-key.ts";
import { createStored } from "../../core/stored.ts";
import type { OptionValues } from "../../drafting/block.ts";
import type { DraftRequest } from "../../drafting/draft.ts";
import type { BlockChoice, SketchAnswer } from "../../drafting/sketch.ts";
import { TaskLoadError } from "../../drafting/tasks.ts";
import { garmentsMessages } from "../../i18n/messages/garments.ts";
import type { KeyValue } from "../../platform/ports.ts";
import { change, type History, redo, settle, startHistory, undo } from "./history.ts";
import {
  type DraftedTable,
  EXAMPLE,
  type KnownTables,
  listTables,
  tableOf,
} from "./known-tables.ts";
import { type Saved, type SavedDrafts, savedDraftsOf } from "./saved-drafts.ts";

/** A draft with what it was made of. */
export interface Drafted extends SketchAnswer {
  readonly request: DraftRequest;
  readonly table: DraftedTable;
}

/**
 * What is laid over the draft: nothing, the draft before the last change, that of the lessons, the one that was printed
 * last, another table's, or a saved one.
 */
export type Overlay =
  | "nothing"
  | "before"
  | "lessons"
  | "printed"
  | `table/${string}`
  | `saved/${string}`;

/** What was there before if it is the same: a copy from the worker would be drawn again. */
const keptIfSame = <Value>(before: Value | undefined, next: Value): Value =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(next) ? before : next;

/** What is on the screen: the draft, and the one over it. They belong together. */
export interface Shown {
  readonly draft: Drafted;
  readonly overlay: Drafted | null;
}

interface PatternsOptions {
  drafting: Pick<Drafting, "run">;
  measurements: Pick<Measurements, "state" | "load" | "more">;
  storage: KeyValue;
  personId: Id;
  saved: Pick<SavedDrafts, "state">;
  loadGarmentTexts: () => Promise<unknown>;
  /** Whether the person's session is over: what comes then is not stored. */
  isOver: () => boolean;
}

/** The draft as a file: its table, block, options, and nothing that was measured on paper. */
export const draftFileOf = ({ request, table }: Pick<Drafted, "request" | "table">): DraftFile => ({
  table: table.id === null ? null : { name: table.name, units: table.units },
  block: request.block,
  values: Object.fromEntries(
    Object.entries(request.values).filter((entry): entry is [string, number] => entry[1] != null),
  ),
  options: request.options,
  lengths: {},
});

/** What was printed last of a block on this machine. */
interface Printed {
  readonly at: string;
  readonly draft: string;
}

const printedDrafts = v.record(v.string(), v.object({ at: v.string(), draft: v.string() }));

const FIRST: Choice = { block: "skirt-block", table: null, options: {} };

/** The patterns of a person: what they have chosen, and its draft. */
export const createPatterns = (options: PatternsOptions) => {
  const { drafting, measurements, storage, personId } = options;
  const stored = storedChoice(storage, personId);
  const keptTable = createStored(storage, draftedTableKey(personId), measurement);
  const printed = createStored(
    storage,
    `printed-drafts.v1/${encodeURIComponent(personId)}`,
    printedDrafts,
  );
  const state = proxy({
    printed: ref(printed.read() ?? {}) as Readonly<Record<string, Printed>>,
    history: ref(startHistory(stored.read() ?? FIRST)) as History<Choice>,
    overlay: "nothing" as Overlay,
    blocks: null as readonly BlockChoice[] | null,
    kept: keptTable.read() as Measurement | null,
    shown: null as Shown | null,
    /** Why there is no draft: its code could not be fetched, or it has a bug. */
    failed: null as "unreachable" | "bug" | null,
  });
  if (state.kept) state.kept = ref(state.kept);
  let wanted = 0;
  let isDrafting = false;

  const known = (): KnownTables => {
    const { tables, cursor, standard } = measurements.state;
    return { tables, cursor, standard, kept: state.kept } as KnownTables;
  };

  /** Nobody sees the example for a moment while the own tables are on their way. */
  const isReady = (): boolean =>
    listTables(known()).length > 0 ||
    measurements.state.tables !== null ||
    measurements.state.failed !== null;

  const request = (choice: Choice, table = tableOf(known(), choice.table)) => ({
    table,
    request: { block: choice.block, values: table.values, options: optionsOf(choice) },
  });

  const requestOfFile = (file: DraftFile | null): ReturnType<typeof request> | null => {
    if (!file) return null;
    const { name, units } = file.table ?? EXAMPLE;
    const { block, values, options: chosen } = file;
    return {
      table: { id: null, name, units, values },
      request: { block, values, options: chosen },
    };
  };

  const overlayRequest = () => {
    const { history, overlay } = state;
    const { past, present } = history;
    if (overlay === "nothing") return null;
    if (overlay === "lessons") return request(withOptions(present, {}));
    if (overlay === "before") return request(past.at(-1) ?? present);
    if (overlay === "printed") {
      const last = state.printed[present.block];
      return requestOfFile(last ? readDraftFile(last.draft) : null);
    }
    if (overlay.startsWith("saved/")) {
      const id = overlay.slice("saved/".length);
      const file = (options.saved.state.value ?? []).find((each) => String(each.id) === id)?.file;
      return file?.block === present.block ? requestOfFile(file as DraftFile) : null;
    }
    const id = overlay.slice("table/".length);
    return request(present, tableOf(known(), id));
  };

  const sketch = async (made: ReturnType<typeof request> | null): Promise<Drafted | null> => {
    if (!made) return null;
    const answer = await drafting.run("sketch", made.request);
    const last = state.shown?.draft;
    return {
      ...made,
      ...answer,
      problems: keptIfSame(last?.problems, answer.problems),
      options: keptIfSame(last?.options, answer.options),
      edges: keptIfSame(last?.edges, answer.edges),
    };
  };

  const chosen = () => state.blocks?.find(({ id }) => id === state.history.present.block);

  /** Drafts what is chosen now. While one draft is being made, only the latest choice waits. */
  const draft = async (): Promise<void> => {
    wanted += 1;
    if (isDrafting || !isReady()) return;
    isDrafting = true;
    try {
      for (let made = 0; made !== wanted; ) {
        made = wanted;
        state.blocks ??= ref(await drafting.run("blocks", null));
        // Another version of the app may have had other blocks.
        if (!chosen()) {
          state.history = ref(startHistory({ ...state.history.present, block: FIRST.block }));
        }
        if (chosen()?.isGarment) {
          await options.loadGarmentTexts().catch((reason) => {
            throw new TaskLoadError(String(reason));
          });
        }
        const [draft, overlay] = await Promise.all([
          sketch(request(state.history.present)),
          sketch(overlayRequest()),
        ]);
        if (draft) state.shown = ref({ draft, overlay });
      }
      state.failed = null;
    } catch (reason) {
      state.failed = reason instanceof TaskLoadError ? "unreachable" : "bug";
    } finally {
      isDrafting = false;
    }
  };

  const keepTable = () => {
    const { table } = state.history.present;
    const { tables } = measurements.state;
    if (!tables || options.isOver()) return;
    const chosen = tables.find((each) => String(each.id) === String(table) && !each.is_default);
    if (chosen) {
      state.kept = ref(chosen);
      keptTable.write(chosen);
    } else if (measurements.state.cursor === null) {
      state.kept = null;
      keptTable.clear();
    }
  };

  const apply = (history: History<Choice>) => {
    if (history === state.history) return;
    const before = state.history.present;
    state.history = ref(history);
    if (history.present === before) return;
    if (!options.isOver()) stored.write(history.present);
    if (history.present.table !== before.table) keepTable();
    void draft();
  };

  const changeTo = (next: Choice, step: string | null = null) =>
    apply(change(state.history, next, step));

  return {
    state,

    /** Fetches the tables, and drafts. Call it when the screen opens. @returns a function that ends it */
    open(): () => void {
      void draft();
      void measurements.load();
      return subscribe(measurements.state, () => {
        keepTable();
        void draft();
      });
    },

    /** Drafts again, after a failure. */
    draft,
    tables: () => listTables(known()),

    setBlock(block: string) {
      const { present } = state.history;
      if (present.block !== block) changeTo({ ...present, block });
    },
    /** @param table null for the default one */
    setTable(table: Id | null) {
      const { present } = state.history;
      if (present.table !== table) changeTo({ ...present, table });
    },
    /** Sets an option. Until `settle` all changes of it are one step. */
    setOption(name: string, value: OptionValues[string]) {
      const { present } = state.history;
      const values = optionsOf(present);
      if (values[name] === value) return;
      changeTo(withOptions(present, { ...values, [name]: value }), name);
    },
    settle: () => apply(settle(state.history)),
    /** Gives the options of the block the values of the lessons. */
    reset: () => changeTo(withOptions(state.history.present, {})),
    undo: () => apply(undo(state.history)),
    redo: () => apply(redo(state.history)),
    /** Drafts with the block and the options of a saved draft, and lays it over. */
    openSaved({ id, file }: Saved) {
      state.overlay = `saved/${id}`;
      const { present } = state.history;
      changeTo(withOptions({ ...present, block: file.block }, file.options));
      void draft();
    },
    /** Notes what has been printed, so that a later draft can be compared with it. */
    notePrinted(drafted: Pick<Drafted, "request" | "table">) {
      if (options.isOver()) return;
      const last = { at: new Date().toISOString(), draft: writeDraftFile(draftFileOf(drafted)) };
      state.printed = ref({ ...state.printed, [drafted.request.block]: last });
      printed.write(state.printed);
    },
    setOverlay(overlay: Overlay) {
      state.overlay = overlay;
      void draft();
    },
  };
};

type Patterns = ReturnType<typeof createPatterns>;

const create = (app: App): Patterns => {
  const { token } = app.session.state;
  return createPatterns({
    drafting: draftingOf(app),
    measurements: measurementsOf(app),
    saved: savedDraftsOf(app),
    storage: app.machine.storage,
    personId: personIdOf(app),
    loadGarmentTexts: () => app.language.require(garmentsMessages),
    isOver: () => app.session.state.token !== token,
  });
};

export const usePatterns = (): Patterns => useService(create);
