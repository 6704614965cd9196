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

type Plain = string | number | boolean | null | undefined;

type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

type KeyOf<Sent> = Sent extends unknown ? keyof Sent : never;

type FieldOf<Sent, Key> = Sent extends unknown
  ? Key extends keyof Sent
    ? Sent[Key]
    : never
  : never;

type ItemOf<Sent> = Sent extends readonly (infer Item)[] ? Item : never;

/** The paths of what a value says beyond the contract, or says as `any`; never where there is none. */
type Surplus<Value, Sent, Path extends string = "answer"> =
  Same<Value, Sent> extends true
    ? never
    : 0 extends 1 & Value
      ? `${Path} is any`
      : Value extends Plain
        ? never
        : Value extends readonly (infer Item)[]
          ? Surplus<Item, ItemOf<Sent>, `${Path}[]`>
          : {
              [Key in keyof Value & string]-?: Key extends KeyOf<Sent>
                ? Surplus<Value[Key], FieldOf<Sent, Key>, `${Path}.${Key}`>
                : `${Path}.${Key}`;
            }[keyof Value & string];

/** Nothing for an answer that is to the letter of the contract; else a type that no handler has. */
export type Exact<Value, Sent> = [Surplus<Value, Sent>] extends [never]
  ? unknown
  : { readonly surplus: Surplus<Value, Sent> };
