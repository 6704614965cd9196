import { expect, test } from "vitest";
import { matchFailure } from "../../../src/core/match-failure.ts";
import { createReference, findTerm, referenceMessages } from "../../../src/core/reference.ts";
import { openTransport } from "../support/open-transport.ts";

/** The service with a school that gives this answer. */
const referenceOf = (answer: () => Response) => {
  const { send } = openTransport({ fetch: async () => answer() });
  return createReference(send, () => 0);
};

test.each([
  ["a server's error", () => new Response("", { status: 500 }), "no-connection"],
  ["a page in place of an answer", () => new Response("<p>Pay first</p>"), "no-connection"],
  ["an answer of another shape", () => Response.json({ faqs: "many" }), "invalid-content"],
])("reference texts fail with their own kind for %s", async (_what, answer, kind) => {
  const reference = referenceOf(answer);
  await reference.faqs.load();
  const { failure } = reference.faqs.state;
  expect(failure && matchFailure(failure, referenceMessages)).toBe(`reference-failure.${kind}`);
});

test("reference texts are in the school's order", async () => {
  const first = { id: 8, order: 1, courseId: "3" };
  const courseInstructions = [{ id: 7, order: 2 }, first];
  const reference = referenceOf(() => Response.json({ courseInstructions }));
  await reference.instructions.load();
  const pages = reference.instructions.state.value ?? [];
  expect(pages).toMatchObject([{ id: 8, courseId: 3 }, { id: 7 }]);
  expect(pages[1]?.courseId).toBeNull();
});

test("reference texts accept a question's category in one language, in several, or none", async () => {
  const categories = ["Studying", { en: "Studying", he: "לימודים", de: 3, fr: " " }, null, 5, ""];
  const faqs = categories.map((category, id) => ({ id, category }));
  const reference = referenceOf(() => Response.json({ faqs }));
  await reference.faqs.load();
  const read = [{ en: "Studying" }, { en: "Studying", he: "לימודים" }, {}, {}, {}];
  expect(reference.faqs.state.value?.map(({ category }) => category)).toEqual(read);
});

const term = (id: number, name: string) => ({ id, term: name, image: null, translations: [] });
const terms = [term(1, "dart"), term(2, "Bust point")];

test("a term is found in any case and with spaces around it, and not by a part of its name", () => {
  expect(findTerm(terms, "DART")?.id).toBe(1);
  expect(findTerm(terms, " bust Point ")?.id).toBe(2);
  expect(findTerm([term(3, " Hem ")], "hem")?.id).toBe(3);
  expect(findTerm(terms, "dar")).toBeNull();
  expect(findTerm(terms, "")).toBeNull();
});
