import * as v from "valibot";
import type { Call } from "../../../src/contract/call.ts";

/** An answer as a client decodes it. @throws where the contract does not hold */
export const decode = <Answer>(call: Call<string, unknown, Answer>, json: unknown): Answer => {
  if (typeof call.answer === "string") throw new Error(`${call.path} answers no JSON`);
  return v.parse(call.answer, json);
};
