import type { FieldKey, GroupKey } from "../domain/measurements/fields.ts";

export const measureName = (field: FieldKey) => `measure.${field}` as const;

export const measureInstruction = (field: FieldKey) => `measure-how.${field}` as const;

export const groupName = (group: GroupKey) => `measuring.group-${group}` as const;
