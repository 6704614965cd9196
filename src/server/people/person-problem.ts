import type { ProblemCode } from "../../contract/problem.ts";
import { HttpProblem } from "../problem.ts";
import type { ActRefusal } from "./act-on-people.ts";
import type { PersonProblem } from "./change-person.ts";

/** Why a change of a person is refused. */
export type PersonRefusal = ActRefusal | "not-found" | "changed";

const PROBLEMS = {
  "not-found": ["person/not_found", 404, "There is no such person"],
  above: ["person/above", 403, "This person stands above you"],
  "level-too-high": ["person/level_too_high", 403, "Nobody gives a higher level than their own"],
  changed: ["person/changed", 409, "Somebody else has changed this person meanwhile"],
  "last-administrator": [
    "person/last_administrator",
    409,
    "Nobody else could run the school: this is its last administrator",
  ],
  self: ["person/self", 409, "Nobody does this to themselves"],
  blocked: ["person/blocked", 409, "This person is blocked"],
  "has-password": ["person/has_password", 409, "This person has a password already"],
} as const satisfies Record<PersonRefusal, readonly [ProblemCode, number, string]>;

/** The code of a refusal, for answers that name several people. */
export const codeOf = (refusal: PersonRefusal): ProblemCode => PROBLEMS[refusal][0];

/** The answer to a change of a person that is refused. */
export const refused = (refusal: PersonRefusal): HttpProblem => {
  const [code, status, detail] = PROBLEMS[refusal];
  return new HttpProblem(status, code, detail);
};

/** The same for what `changePerson` and `addPerson` find. */
export const problemOf = (problem: PersonProblem): HttpProblem => {
  if ("problem" in problem) return refused(problem.problem);
  const { taken, by } = problem;
  const message = `is that of the account ${by}, or looks like it`;
  const code = taken === "email" ? "person/email_taken" : "person/username_taken";
  return new HttpProblem(409, code, `This ${taken} is not free`, {
    errors: [{ path: taken, message }],
  });
};
