import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from "../../domain/conversations.ts";
import { invalid } from "../problem.ts";

interface Texts {
  readonly subject: string;
  readonly body: string;
}

/** Texts that are not too long. @throws HttpProblem 422 */
export const withinLimits = ({ subject, body }: Texts): Texts => {
  if (subject.length > MAX_SUBJECT_LENGTH) {
    throw invalid("subject", `must have at most ${MAX_SUBJECT_LENGTH} characters`);
  }
  if (body.length > MAX_BODY_LENGTH) {
    throw invalid("body", `must have at most ${MAX_BODY_LENGTH} characters`);
  }
  return { subject, body };
};

/** The texts of a message that begins a conversation and has no files. @throws HttpProblem 422 */
export const checkedMessage = (texts: Texts): Texts => {
  if (texts.subject.trim() === "") throw invalid("subject", "is required");
  if (texts.body.trim() === "") throw invalid("body", "is required");
  return withinLimits(texts);
};
