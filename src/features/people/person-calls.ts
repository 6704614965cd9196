import { refusalCode } from "../../app-context/staff-failure.ts";
import {
  getPersonZip,
  type PersonFields,
  previewRemoval,
  putPerson,
  type Removal,
  removePeople as removePeopleCall,
} from "../../contract/staff-people.ts";
import type { Id } from "../../contract/wire.ts";
import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send, SendForBytes } from "../../transport/transport.ts";

const withCode = <Value>(answer: Result<Value, CallFailure>): Result<Value, string> =>
  answer.ok ? answer : Result.fail(refusalCode(answer.failure));

/** Changes a person whose version is `replaces`. @returns the new version, or the code of the reason */
export const savePerson = async (
  send: Send,
  id: Id,
  fields: PersonFields,
  replaces: string,
): Promise<Result<{ version: string }, string>> => {
  const courses = fields.courses.map((course) => ({ ...course }));
  const teaches = { ...fields.teaches, courses: [...fields.teaches.courses] };
  const body = { ...fields, courses, teaches, replaces };
  return withCode(await send(putPerson, { params: { id }, body }));
};

const numbersOf = (people: ReadonlyMap<Id, string>): number[] => [...people.keys()].map(Number);

/** What goes and what stays when people are removed, and who of them cannot be removed. */
export const readRemoval = async (
  send: Send,
  people: ReadonlyMap<Id, string>,
): Promise<Result<Removal, string>> =>
  withCode(await send(previewRemoval, { body: { people: numbersOf(people) } }));

/** Removes people for good, if these are as many of them as somebody was shown. */
export const removePeople = async (
  send: Send,
  people: ReadonlyMap<Id, string>,
  count: number,
): Promise<Result<Removal, string>> =>
  withCode(await send(removePeopleCall, { body: { people: numbersOf(people), count } }));

/** Everything about a person as a zip. */
export const fetchZip = (send: SendForBytes, id: Id) => send(getPersonZip, { params: { id } });
