import type { MeasurementFailure } from "../../core/measurements.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import type { DevicePushFailure } from "./news/device-push.ts";
import type { NewsFailure } from "./news/news-model.ts";
import type { PolicyFailure } from "./policies-model.ts";

/** The messages for a measurement table that could not be changed. */
export const measurementMessages = {
  "not-saved": "measurement-failure.not-saved",
  "not-updated": "measurement-failure.not-updated",
  "not-deleted": "measurement-failure.not-deleted",
  "limit-reached": "measurement-failure.limit-reached",
  gone: "measurement-failure.gone",
  changed: "measurement-failure.changed",
} as const satisfies Record<MeasurementFailure["kind"], MessageId>;

/** The messages for tables that could not be fetched. */
export const measurementsLoadMessages = {
  tables: "measurement-failure.not-fetched",
  standard: "measurement-failure.default",
} as const satisfies Record<string, MessageId>;

/** The messages for a choice of when news comes that could not be saved. */
export const newsMessages = {
  "not-saved": "policies.not-kept",
} as const satisfies Record<NewsFailure["kind"], MessageId>;

/** The messages for a device that could not be added or removed. */
export const devicePushMessages = {
  "not-saved": "policies.not-kept",
  "not-possible": "notifications.impossible",
} as const satisfies Record<DevicePushFailure["kind"], MessageId>;

/** The messages for a policy that could not be accepted or declined. */
export const policyMessages = {
  "not-kept": "policies.not-kept",
} as const satisfies Record<PolicyFailure["kind"], MessageId>;
