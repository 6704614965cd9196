import type * as v from "valibot";
import { expect, test } from "vitest";
import { contractCalls, nameOf } from "../../hostile/support/contract-calls.ts";

/** The calls with PUT that replace no record that a person has read before, each with its reason. */
const REPLACE_NOTHING = {
  "PUT /user/assignments/:id/seen": "sets one mark",
  "PUT /desk/hand-ins/:id/claim": "names the claim that it takes over",
  "PUT /user/news": "changes the fields that it names",
  "PUT /user/news/place": "tells what the machine knows",
  "PUT /user/progress/:lessonId/session": "adds to what was studied",
  "PUT /user/progress/:lessonId/complete": "sets one mark",
  "PUT /user/push": "adds a device",
  "PUT /user/drafts/:id": "sets one mark",
  "PUT /staff/texts/readers": "tells who has a text open",
  "PUT /staff/content/uploads/:checksum": "adds bytes that their checksum names",
};

test("each form that replaces a record sends the version that it replaces", () => {
  const without = contractCalls
    .filter(({ method, body }) => {
      const entries = (body as v.ObjectSchema<v.ObjectEntries, undefined> | undefined)?.entries;
      return method === "PUT" && !Object.hasOwn(entries ?? {}, "replaces");
    })
    .map(nameOf);
  expect(without.toSorted()).toEqual(Object.keys(REPLACE_NOTHING).toSorted());
});
