import type { Day } from "../../domain/calendar.ts";
import type { Services } from "../services.ts";

/** The present day at the school. */
export const schoolToday = ({ catalogue, clock }: Pick<Services, "catalogue" | "clock">) =>
  catalogue.current.schoolDays.of(clock()) satisfies Day<"school">;
