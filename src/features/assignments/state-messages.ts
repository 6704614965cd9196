import type { AssignmentState } from "../../contract/assignments.ts";
import type { MessageId } from "../../i18n/message-id.ts";

/** The labels of an assignment's state. */
export const stateMessages = {
  open: "assignments.state-open",
  uploaded: "assignments.state-uploaded",
  accepted: "assignments.state-accepted",
  returned: "assignments.state-returned",
} as const satisfies Record<AssignmentState, MessageId>;
