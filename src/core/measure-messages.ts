import type { FieldKey, GroupKey } from "../domain/measurements/fields.ts";
import type { MessageId } from "../i18n/message-id.ts";

export const measureName = (field: FieldKey) => `measure.${field}` as const satisfies MessageId;

export const measureInstruction = (field: FieldKey) =>
  `measure-how.${field}` as const satisfies MessageId;

export const groupName = (group: GroupKey) =>
  `measuring.group-${group}` as const satisfies MessageId;
