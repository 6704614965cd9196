/** A moment at which a day ends and the next one begins. */
export interface TurnOfDay {
  readonly name: string;
  readonly zone: string;
  /** The day that ends. */
  readonly day: string;
  /** How many hours it has. */
  readonly hours: number;
  /** The day that begins. */
  readonly next: string;
  /** The first millisecond of the next day. */
  readonly at: number;
}

const turn = (
  name: string,
  zone: string,
  [day, hours, next]: readonly [string, number, string],
  at: string,
): TurnOfDay => ({ name, zone, day, hours, next, at: Date.parse(at) });

/**
 * The turns of days that a count in UTC gets wrong: far from UTC on either side, with clocks that change,
 * and on the last evening of a month.
 */
export const TURNS_OF_DAY: readonly TurnOfDay[] = [
  turn("UTC-11", "Pacific/Niue", ["2026-11-18", 24, "2026-11-19"], "2026-11-19T11:00:00Z"),
  turn("UTC+13", "Pacific/Tongatapu", ["2026-11-18", 24, "2026-11-19"], "2026-11-18T11:00:00Z"),
  turn("23 hours", "Europe/Athens", ["2027-03-28", 23, "2027-03-29"], "2027-03-28T21:00:00Z"),
  turn("25 hours", "Europe/Athens", ["2026-10-25", 25, "2026-10-26"], "2026-10-25T22:00:00Z"),
  turn("no midnight", "Africa/Cairo", ["2027-04-29", 24, "2027-04-30"], "2027-04-29T22:00:00Z"),
  turn(
    "last evening of a month",
    "America/Los_Angeles",
    ["2026-11-30", 24, "2026-12-01"],
    "2026-12-01T08:00:00Z",
  ),
];
