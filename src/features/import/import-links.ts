import { STAFF_IMPORT } from "../../app-context/staff-links.ts";
import type { Id } from "../../contract/wire.ts";

/** The kinds of rows that a list shows. */
export const SHOWN_KINDS = ["all", "add", "change", "same", "wrong"] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];

/** What the screen shows. It stands in the address, so that it survives a reload. */
export interface ImportPlace {
  /** The job that has checked the table; null: none yet. */
  readonly check: string | null;
  /** The job that imports it. */
  readonly run: string | null;
  readonly show: ShownKind;
}

const idIn = (text: string | null): string | null =>
  text !== null && /^\d{1,10}$/.test(text) ? text : null;

/** The place of an address. */
export const readPlace = (search: string): ImportPlace => {
  const query = new URLSearchParams(search);
  const show = query.get("show");
  return {
    check: idIn(query.get("check")),
    run: idIn(query.get("run")),
    show: SHOWN_KINDS.find((kind) => kind === show) ?? "all",
  };
};

/** The address of a check, or of the import after it. */
export const importLink = (
  check: Id,
  { run, show }: { run?: Id; show?: ShownKind } = {},
): string => {
  const query = new URLSearchParams({
    check: String(check),
    ...(run !== undefined && { run: String(run) }),
    ...(show && { show }),
  });
  return `${STAFF_IMPORT}?${query}`;
};
