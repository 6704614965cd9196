import type { HonoRequest } from "hono";
import { etagOf, type Representation } from "../representation.ts";
import { sendJson, sendRepresentation, sendTagged } from "./answer.ts";
import { reply } from "./reply.ts";

/** An answer other than fresh JSON with status 200. */
export class TypedAnswer<Value> {
  /** The type of the body; exists for the type checker only. */
  declare readonly value: Value;
  readonly send: (request: HonoRequest) => Response | Promise<Response>;

  constructor(send: TypedAnswer<Value>["send"]) {
    this.send = send;
  }
}

/** JSON with status 201. */
export const created = <Value>(value: Value): TypedAnswer<Value> =>
  new TypedAnswer((request) => sendJson(request, value, 201));

/**
 * JSON with status 200, or 204 for null, that also sets a cookie.
 * @param cookie the value of `Set-Cookie`
 */
export const withCookie = <Value>(value: Value, cookie: string): TypedAnswer<Value> =>
  new TypedAnswer(async (request) => {
    const answer = value === null ? reply(null, 204) : await sendJson(request, value);
    answer.headers.append("Set-Cookie", cookie);
    return answer;
  });

/** JSON with status 200 that a page of any site may read. */
export const forEverySite = <Value>(value: Value): TypedAnswer<Value> =>
  new TypedAnswer(async (request) => {
    const answer = await sendJson(request, value);
    answer.headers.set("Access-Control-Allow-Origin", "*");
    return answer;
  });

/** Cached bytes that are sent many times. */
export const cached = <Value>(representation: Representation<Value>): TypedAnswer<Value> =>
  new TypedAnswer((request) => sendRepresentation(request, representation));

/** JSON of the school's content, which a browser may keep and revalidate. */
export const content = <Value>(value: Value): TypedAnswer<Value> => {
  const bytes = Buffer.from(JSON.stringify(value));
  return new TypedAnswer((request) => sendTagged(request, bytes, etagOf(bytes)));
};

/**
 * JSON whose entity tag identifies its meaning, so that parts without meaning may differ.
 * @param value bytes when the JSON is already serialized
 */
export const tagged = <Value>(value: Value | Buffer, tag: string): TypedAnswer<Value> => {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  return new TypedAnswer((request) => sendTagged(request, bytes, tag));
};
