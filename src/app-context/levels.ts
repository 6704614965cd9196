import { LEVELS } from "../domain/roles.ts";
import type { MessageId } from "../i18n/message-id.ts";
import type { Text } from "../i18n/use-text.ts";

const NAMES: Readonly<Record<number, MessageId>> = {
  0: "staff-people.level-student",
  10: "staff-people.level-tutor",
  20: "staff-people.level-manager",
  100: "staff-people.level-administrator",
};

/** What a level is called. Commands may have given others. */
export const levelName = (text: Text, level: number): string => {
  const name = NAMES[level];
  return name ? text(name) : text("staff-people.level-other", { level });
};

/** The levels that somebody may give, with the present one of the person. */
export const givenLevels = (own: number, present: number): readonly number[] =>
  [...new Set([...LEVELS.filter((level) => level <= own), present])].toSorted((a, b) => a - b);
