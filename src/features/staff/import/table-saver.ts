import { proxy } from "valtio/vanilla";
import { getPeopleTable } from "../../../contract/staff-import.ts";
import type { SendForBytes } from "../../../transport/transport.ts";
import { saveFile } from "../../../ui/save-file.ts";

export type TableFormat = "csv" | "xlsx";

/** Saves the people of a list as a table. */
export const createTableSaver = (sendForBytes: SendForBytes, save = saveFile) => {
  const state = proxy({
    /** The format that is being fetched; null: none. */
    fetching: null as TableFormat | null,
    /** Whether the last one could not be fetched. */
    hasFailed: false,
  });
  return {
    state,
    /** @param query the filters of the list */
    async save(
      format: TableFormat,
      query: Readonly<Record<string, string>>,
      language: string,
    ): Promise<void> {
      if (state.fetching) return;
      Object.assign(state, { fetching: format, hasFailed: false });
      const table = await sendForBytes(getPeopleTable, { query: { ...query, format, language } });
      state.fetching = null;
      if (table.ok) save(table.value, `people.${format}`);
      else state.hasFailed = true;
    },
  };
};
