import { DESK_KINDS, DESK_SHOWS } from "../../contract/desk.ts";

export type DeskKind = (typeof DESK_KINDS)[number];
export type DeskShow = (typeof DESK_SHOWS)[number];

/** What the queue shows. It stands in the address. */
export interface QueueFilters {
  /** The id of a course; null: all courses. */
  readonly course: string | null;
  /** Null: hand-ins and messages. */
  readonly kind: DeskKind | null;
  readonly show: DeskShow;
}

const oneOf = <Value extends string>(values: readonly Value[], given: string | null) =>
  values.find((value) => value === given) ?? null;

/** Reads the filters of an address. What it does not know counts as absent. */
export const readFilters = (search: string): QueueFilters => {
  const query = new URLSearchParams(search);
  const course = query.get("course");
  return {
    course: course && /^\d{1,15}$/.test(course) ? course : null,
    kind: oneOf(DESK_KINDS, query.get("kind")),
    show: oneOf(DESK_SHOWS, query.get("show")) ?? "waiting",
  };
};

/** The query of the call for these filters. */
export const queryOf = ({ course, kind, show }: QueueFilters): Record<string, string> => ({
  ...(course && { course }),
  ...(kind && { kind }),
  show,
});

/** The filters as the end of an address: `?kind=message`; empty for what waits. */
export const formatFilters = (filters: QueueFilters): string => {
  const { show, ...rest } = queryOf(filters);
  const query = new URLSearchParams({ ...rest, ...(show && show !== "waiting" && { show }) });
  return query.size > 0 ? `?${query}` : "";
};
