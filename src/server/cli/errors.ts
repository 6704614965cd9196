import type { TakenName } from "../accounts/taken-names.ts";
import type { PersonProblem } from "../people/change-person.ts";
import { escapeForTerminal } from "./escape-for-terminal.ts";

/** The command line is invalid, for example an unknown command. The message is one line. */
export class UsageError extends Error {}

/** The command failed. The message gives the reason in one sentence. */
export class CommandError extends Error {}

/** The error for a username or mail address that is not free. */
export const takenError = ({ taken, by, isSame }: TakenName): CommandError =>
  new CommandError(
    isSame
      ? `An account with this ${taken} already exists.`
      : `This ${taken} could be taken for the username or email of the account "${escapeForTerminal(by)}".`,
  );

/** The error for a change of a person that the school refuses. */
export const personError = (problem: PersonProblem): CommandError =>
  "taken" in problem
    ? takenError(problem)
    : new CommandError("This is the last administrator who can sign in. Add another one first.");
