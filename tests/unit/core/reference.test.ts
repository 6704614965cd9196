import { describe, expect, test } from "vitest";
import { createReference, findTerm } from "../../../src/core/reference.ts";
import { createTransport } from "../../../src/transport/transport.ts";

const json = (body: unknown, status = 200) => Response.json(body, { status });

/** The service over a school that gives these answers, one after another. */
const referenceOf = (...answers: (() => Response)[]) => {
  const asked: string[] = [];
  const { send } = createTransport({
    base: "http://school.example/api",
    token: () => "token",
    onUnauthorized: () => undefined,
    onReach: () => undefined,
    fetch: async (input) => {
      asked.push(new URL(String(input)).pathname);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (!answer) throw new TypeError("no network");
      return answer();
    },
  });
  let renewals = 0;
  const renew = () => {
    renewals += 1;
  };
  return { reference: createReference(send, () => renewals), asked, renew };
};

const offline = () => {
  throw new TypeError("no network");
};

describe("what people look up", () => {
  test("is asked for once, however many want it", async () => {
    const { reference, asked } = referenceOf(() => json({ glossary: [{ id: 1, term: "dart" }] }));
    expect(asked).toEqual([]);
    await Promise.all([reference.glossary.load(), reference.glossary.load()]);
    await reference.glossary.load();
    expect(asked).toEqual(["/api/menu/glossary"]);
    expect(reference.glossary.state).toMatchObject({
      failure: null,
      value: [{ id: 1, term: "dart", image: null, translations: [] }],
    });
  });

  test("is asked for anew once the content is another, and stays where that fails", async () => {
    const [first, second] = [
      { id: 1, term: "dart" },
      { id: 2, term: "hem" },
    ];
    const { reference, renew } = referenceOf(
      () => json({ glossary: [first] }),
      offline,
      () => json({ glossary: [second] }),
    );
    await reference.glossary.load();
    renew();
    await reference.glossary.load();
    expect(reference.glossary.state.value).toMatchObject([first]);
    await reference.glossary.load();
    expect(reference.glossary.state.value).toMatchObject([second]);
  });

  test("is asked for anew after a failure, which is then forgotten", async () => {
    const { reference } = referenceOf(offline, () => json({ faqs: [] }));
    await reference.faqs.load();
    expect(reference.faqs.state).toMatchObject({
      value: null,
      failure: { kind: "no-connection" },
    });
    await reference.faqs.load();
    expect(reference.faqs.state).toMatchObject({ value: [], failure: null });
  });

  test.each([
    ["a server's error", () => json({ code: "server/unexpected_error" }, 500), "no-connection"],
    ["a page in place of an answer", () => new Response("<p>Pay first</p>"), "no-connection"],
    ["an answer of another shape", () => json({ faqs: "many" }), "invalid-content"],
  ])("fails with a kind of its own for %s", async (_what, answer, kind) => {
    const { reference } = referenceOf(answer);
    await reference.faqs.load();
    expect(reference.faqs.state.failure).toEqual({ kind });
  });

  test("comes in the school's order", async () => {
    const { reference } = referenceOf(() =>
      json({
        courseInstructions: [
          { id: 7, order: 2 },
          { id: 8, order: 1, courseId: "3" },
        ],
      }),
    );
    await reference.instructions.load();
    const pages = reference.instructions.state.value ?? [];
    expect(pages.map(({ id, courseId }) => [id, courseId])).toEqual([
      [8, 3],
      [7, null],
    ]);
  });

  test("takes a question's category in one language or in several, or without", async () => {
    const categories = ["Studying", { en: "Studying", he: "לימודים", de: 3 }, null, 5, ""];
    const { reference } = referenceOf(() =>
      json({ faqs: categories.map((category, id) => ({ id, category })) }),
    );
    await reference.faqs.load();
    expect(reference.faqs.state.value?.map(({ category }) => category)).toEqual([
      { en: "Studying" },
      { en: "Studying", he: "לימודים" },
      {},
      {},
      {},
    ]);
  });
});

describe("a term", () => {
  const term = (id: number, name: string) => ({ id, term: name, image: null, translations: [] });
  const terms = [term(1, "dart"), term(2, "Bust point")];

  test("is found in any case of letters", () => {
    expect(findTerm(terms, "DART")?.id).toBe(1);
    expect(findTerm(terms, " bust Point ")?.id).toBe(2);
  });

  test("is not found by a part of it", () => {
    expect(findTerm(terms, "dar")).toBeNull();
    expect(findTerm(terms, "")).toBeNull();
  });
});
