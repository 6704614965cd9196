import type { HonoRequest } from "hono";
import type { Call } from "../../contract/call.ts";
import type { Exact } from "../../contract/exact.ts";
import type { DeepReadonly } from "../../contract/wire.ts";
import { requireLevel } from "../accounts/session/access.ts";
import type { SignedIn } from "../accounts/session/tokens.ts";
import type { Services } from "../services.ts";
import type { TypedAnswer } from "./answer.ts";
import { authenticate, authenticateReader } from "./authenticate.ts";
import {
  type App,
  type ByPerson,
  type ByReader,
  type CallRequest,
  type LimitOptions,
  type MaybePromise,
  serve,
} from "./serve-call.ts";

export type { App };

/** Returns the answer to a call, or throws an `HttpProblem`. */
type Handler<Question, Value> = (question: Question) => MaybePromise<Value | TypedAnswer<Value>>;

/** Returns the answer to a call whose bytes are streamed or come from a file. */
type ByteHandler<Question> = (question: Question) => MaybePromise<Response>;

/** The query of a hand-written route, limited to the contract's names. */
export const queryFor = <Query extends string>(
  _call: Call<string, unknown, unknown, Query>,
  request: HonoRequest,
): Readonly<Partial<Record<Query, string>>> => request.query() as Partial<Record<Query, string>>;

/** Identifies the person, and refuses those whose level is too low for the call. */
const personFor = (services: Services, { level }: Call) => {
  const admit = (person: SignedIn): ByPerson => {
    if (level !== undefined) requireLevel(person, level);
    return { person };
  };
  return (request: HonoRequest) => {
    const person = authenticate(services, request);
    return person instanceof Promise ? person.then(admit) : admit(person);
  };
};

const readerOf = (services: Services) => (request: HonoRequest) => {
  const reader = authenticateReader(services, request);
  return reader instanceof Promise ? reader.then((found) => ({ reader: found })) : { reader };
};

const assertProtected = ({ open, path }: Call): void => {
  if (open) throw new Error(`${path} needs no token`);
};

const assertReadable = (call: Call): void => {
  assertProtected(call);
  if (call.method !== "GET") throw new Error(`${call.path} does not read content`);
};

/**
 * Declares a call of the contract. The handler's result must match the contract exactly: a missing,
 * misspelt or additional field is a compile error.
 * @param options `isLimited`: false for a call that must never be refused, whatever else the
 * account does at this moment, such as signing out
 */
type Route<Who> = <
  Path extends string,
  Body,
  Answer,
  Query extends string,
  Sent,
  const Value extends DeepReadonly<Sent>,
>(
  app: App,
  services: Services,
  call: Call<Path, Body, Answer, Query, Sent>,
  handler: Handler<CallRequest<Path, Body, Query> & Who, Value> & Exact<Value, Sent>,
  options?: LimitOptions,
) => void;

/** Declares a call whose answer is bytes. */
type ByteRoute<Who> = <Path extends string, Body, Query extends string>(
  app: App,
  services: Services,
  call: Call<Path, Body, unknown, Query>,
  handler: ByteHandler<CallRequest<Path, Body, Query> & Who>,
) => void;

/** Answers a call for a signed-in person of its level; others get 401 or 403 before their body is read. */
export const route: Route<ByPerson> = (app, services, call, handler, options) => {
  assertProtected(call);
  serve(app, services, call, personFor(services, call), handler, options);
};

/** Answers a call without authentication. */
export const publicRoute: Route<unknown> = (app, services, call, handler, options) =>
  serve(app, services, call, () => ({}), handler, options);

/** Answers a read of the content, for a signed-in person or an app with a licence. */
export const readerRoute: Route<ByReader> = (app, services, call, handler, options) => {
  assertReadable(call);
  serve(app, services, call, readerOf(services), handler, options);
};

/** Answers a call with bytes, for a signed-in person. */
export const byteRoute: ByteRoute<ByPerson> = (app, services, call, handler) => {
  assertProtected(call);
  serve(app, services, call, personFor(services, call), handler);
};

/** Answers a read of the content with bytes, for a signed-in person or an app with a licence. */
export const readerByteRoute: ByteRoute<ByReader> = (app, services, call, handler) => {
  assertReadable(call);
  serve(app, services, call, readerOf(services), handler);
};
