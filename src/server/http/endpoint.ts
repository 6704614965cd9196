import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono, HonoRequest } from "hono";
import type { Call } from "../../contract/call.ts";
import { authenticate } from "./authenticate.ts";
import { readJson } from "./body.ts";
import { invalid } from "./problem.ts";
import { authenticateReader, type Reader } from "./reader.ts";
import type { Services } from "./services.ts";
import type { SignedIn } from "./session/tokens.ts";

export type App = Hono<{ Bindings: HttpBindings }>;
type HttpContext = Context<{ Bindings: HttpBindings }>;

/** A decoded request for a call of the contract. */
export interface Asked<Body> {
  readonly request: HonoRequest;
  readonly body: Body;
  /** Where the client is. */
  readonly address: () => string;
}

export interface AskedBySomebody<Body> extends Asked<Body> {
  readonly person: SignedIn;
}

export interface AskedByReader extends Asked<undefined> {
  readonly reader: Reader;
}

type Answer = Response | Promise<Response>;

/** A path parameter. @throws Error when the path names none such, which is a bug */
export const parameter = (request: HonoRequest, name: string): string => {
  const value = request.param(name);
  if (value === undefined) throw new Error(`The path has no ${name}`);
  return value;
};

/** A query parameter that must be there. @throws HttpProblem 422 */
export const queried = (request: HonoRequest, name: string): string => {
  const value = request.query(name);
  if (value === undefined) throw invalid(name, "is required");
  return value;
};

/** The proxy's own entry is the last one; those before it are what the client says of itself. */
const forwardedFor = (request: HonoRequest): string | undefined =>
  request.header("x-forwarded-for")?.split(",").at(-1)?.trim();

const asked = <Body>(
  { trustProxy }: Services,
  { req, env }: HttpContext,
  body: Body,
): Asked<Body> => ({
  request: req,
  body,
  address: () =>
    (trustProxy ? forwardedFor(req) : undefined) ?? env.incoming.socket.remoteAddress ?? "",
});

const bodyOf = async <Body>(request: HonoRequest, call: Call<string, Body>): Promise<Body> =>
  (call.body ? await readJson(request, call.body) : undefined) as Body;

/** Answers a call that needs no token. */
export const openEndpoint = <Body>(
  app: App,
  services: Services,
  call: Call<string, Body>,
  answer: (asked: Asked<Body>) => Answer,
): void => {
  app.on(call.method, call.path, async (context) =>
    answer(asked(services, context, await bodyOf(context.req, call))),
  );
};

/** Answers a call for somebody who is signed in; others get 401 before their body is read. */
export const endpoint = <Body>(
  app: App,
  services: Services,
  call: Call<string, Body>,
  answer: (asked: AskedBySomebody<Body>) => Answer,
): void => {
  if (call.open) throw new Error(`${call.path} is open`);

  const waiting = async (context: HttpContext, coming: Promise<SignedIn> | SignedIn) => {
    const person = await coming;
    return answer({ ...asked(services, context, await bodyOf(context.req, call)), person });
  };

  app.on(call.method, call.path, (context) => {
    const person = authenticate(services, context.req);
    // What needs to wait for nothing, such as a skeleton from memory, is answered at once.
    return call.body || person instanceof Promise
      ? waiting(context, person)
      : answer({ ...asked(services, context, undefined as Body), person });
  });
};

/** Answers a read of the content, for somebody who is signed in or for an app with a licence. */
export const readerEndpoint = (
  app: App,
  services: Services,
  call: Call<string, unknown>,
  answer: (asked: AskedByReader) => Answer,
): void => {
  if (call.open || call.method !== "GET") throw new Error(`${call.path} is no read of the content`);

  app.get(call.path, (context) => {
    const answered = (reader: Reader) => answer({ ...asked(services, context, undefined), reader });
    const waiting = async (coming: Promise<Reader>) => answered(await coming);
    const reader = authenticateReader(services, context.req);
    return reader instanceof Promise ? waiting(reader) : answered(reader);
  });
};
