import type { MeasurementFailure } from "../../../core/measurements.ts";
import type { MessageId } from "../../../i18n/message-id.ts";

/** The messages for a measurement table that was not changed. */
export const measurementMessages = {
  "not-saved": "measurement-failure.not-saved",
  "not-updated": "measurement-failure.not-updated",
  "not-deleted": "measurement-failure.not-deleted",
  "limit-reached": "measurement-failure.limit-reached",
  gone: "measurement-failure.gone",
  changed: "measurement-failure.changed",
} as const satisfies Record<MeasurementFailure["kind"], MessageId>;

/** The message for tables that could not be fetched. */
export const NOT_FETCHED = { else: "measurement-failure.not-fetched" } as const;
