import type { Write } from "../../domain/queue.ts";
import type { FailureAlert } from "../failure-alerts.ts";

const refused = { tone: "error", text: "lesson.not-accepted", seconds: 20 } as const;

/** The alerts for a write that the school has refused for good. */
export const refusedWriteAlerts = {
  complete: { ...refused, title: "lesson.complete-failed" },
  session: { ...refused, title: "lesson.session-failed" },
} as const satisfies Record<Write["call"], FailureAlert>;
