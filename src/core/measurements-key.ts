import type { Id } from "../contract/wire.ts";

/** The storage key of a person's default table of measurements, which goes when the person signs out. */
export const measurementsKey = (personId: Id): string =>
  `measurements.v2/${encodeURIComponent(personId)}`;

/** The storage key of the table that the person drafts with where it is another one. It goes with the default one. */
export const draftedTableKey = (personId: Id): string => `${measurementsKey(personId)}/drafted`;
