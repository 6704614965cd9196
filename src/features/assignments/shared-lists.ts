import { type Assignment, getAssignment } from "../../contract/assignments.ts";
import { appendEntries } from "../../core/create-resource.ts";
import type { FailureTable } from "../../core/match-failure.ts";
import type { Send } from "../../transport/transport.ts";

/*
 * What the person's own list of assignments and the one of a tutor have in common. It is one module,
 * because the list of a tutor is a chunk of its own, and each module that two chunks use has a cost.
 */

/** The messages for assignments that could not be loaded. */
export const assignmentsMessages = {
  undecodable: "assignment-failure.invalid-content",
  else: "assignment-failure.not-fetched",
} as const satisfies FailureTable;

/**
 * Fetches the hand-ins before those of an assignment.
 * @returns a function that adds them to the assignment in a list; null if they cannot be fetched
 */
export const fetchEarlier = async (
  send: Send,
  { id, student, uploads_cursor: before }: Assignment,
): Promise<null | (<Entry extends Assignment>(entry: Entry) => Entry)> => {
  if (before === null) return (entry) => entry;
  const query = { before, ...(student && { student: student.id }) };
  const answer = await send(getAssignment, { params: { id }, query });
  if (!answer.ok) return null;
  const earlier = answer.value.assignment;
  return (entry) =>
    entry.id === id && entry.student?.id === student?.id
      ? {
          ...entry,
          uploads: appendEntries(earlier.uploads, entry.uploads, (upload) => upload.id),
          uploads_cursor: earlier.uploads_cursor,
        }
      : entry;
};
