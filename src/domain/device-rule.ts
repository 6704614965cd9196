import { TUTOR_LEVEL } from "./roles.ts";

/** Whose account is used on one device at a time: a later sign-in ends the earlier one. */
export const DEVICE_RULES = ["everyone", "students", "nobody"] as const;

export type DeviceRule = (typeof DEVICE_RULES)[number];

/** Whether a person of a level may be signed in on several devices. */
export const mayUseSeveralDevices = (rule: DeviceRule, level: number): boolean =>
  rule === "nobody" || (rule === "students" && level >= TUTOR_LEVEL);
