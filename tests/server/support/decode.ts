import * as v from "valibot";
import type { Call } from "../../../src/contract/call.ts";

/** Decodes an answer as a client does. @throws if it does not match the contract */
export const decode = <Answer>(call: Call<string, unknown, Answer>, json: unknown): Answer => {
  if (typeof call.answer === "string") throw new Error(`${call.path} answers no JSON`);
  return v.parse(call.answer, json);
};
