import type { HonoRequest } from "hono";
import { sendJson, sendRepresentation, sendTagged } from "./answer.ts";
import type { Representation } from "./representation.ts";

/** An answer that is sent in another way than as fresh JSON with status 200. */
export class TypedAnswer<Value> {
  /** What it says; for the type checker alone. */
  declare readonly value: Value;
  readonly send: (request: HonoRequest) => Response | Promise<Response>;

  constructor(send: TypedAnswer<Value>["send"]) {
    this.send = send;
  }
}

/** JSON with status 201. */
export const created = <Value>(value: Value): TypedAnswer<Value> =>
  new TypedAnswer((request) => sendJson(request, value, 201));

/** Bytes that are kept and sent many times. */
export const kept = <Value>(representation: Representation<Value>): TypedAnswer<Value> =>
  new TypedAnswer((request) => sendRepresentation(request, representation));

/**
 * JSON whose entity tag stands for what it means, which may be less than what it says.
 * @param value in bytes where its JSON is there already
 */
export const tagged = <Value>(value: Value | Buffer, tag: string): TypedAnswer<Value> => {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  return new TypedAnswer((request) => sendTagged(request, bytes, tag));
};
