import { expect, test, vi } from "vitest";
import { createPages, createResource } from "../../../src/core/create-resource.ts";
import { Result } from "../../../src/lib/result.ts";

type Answer = Result<string[], "no-connection">;

/** A resource whose fetches the test resolves. */
const open = () => {
  const asked: PromiseWithResolvers<Answer>[] = [];
  const content = { version: 1 };
  const resource = createResource<string[], "no-connection">({
    fetch() {
      const answer = Promise.withResolvers<Answer>();
      asked.push(answer);
      return answer.promise;
    },
    version: () => content.version,
  });
  return { resource, asked, content };
};

test("a resource is fetched once, however many callers load it", async () => {
  const { resource, asked } = open();
  const both = Promise.all([resource.load(), resource.load()]);
  asked[0]?.resolve(Result.ok(["dart"]));
  await both;
  await resource.load();
  expect(asked).toHaveLength(1);
  expect(resource.state).toEqual({ value: ["dart"], failure: null });
});

test("a resource is fetched again after a failure, which a success clears", async () => {
  const { resource, asked } = open();
  const first = resource.load();
  asked[0]?.resolve(Result.fail("no-connection"));
  await first;
  expect(resource.state).toEqual({ value: null, failure: "no-connection" });
  const second = resource.load();
  expect(resource.state.failure).toBeNull();
  asked[1]?.resolve(Result.ok(["girth"]));
  await second;
  expect(resource.state).toEqual({ value: ["girth"], failure: null });
});

test("a resource is fetched again once it is stale, and keeps its value until then", async () => {
  const { resource, asked, content } = open();
  const first = resource.load();
  // The content is replaced during the fetch, so the answer may be of the old one.
  content.version = 2;
  asked[0]?.resolve(Result.ok(["old"]));
  await first;
  const second = resource.load();
  expect(resource.state.value).toEqual(["old"]);
  asked[1]?.resolve(Result.ok(["new"]));
  await second;
  await resource.load();
  expect(asked).toHaveLength(2);
  expect(resource.state.value).toEqual(["new"]);
});

test("a resource is fetched again when the school has a newer answer", async () => {
  const answers = ["old", "new"];
  const resource = createResource<string[], never>({
    async fetch(onNewer) {
      const answer = answers.shift() ?? "";
      if (answer === "old") onNewer();
      return Result.ok([answer]);
    },
  });
  await resource.load();
  await vi.waitFor(() => expect(resource.state.value).toEqual(["new"]));
});

test("a resource with a key drops the result for an earlier key, whichever comes last", async () => {
  const answers = [1, 2].map(() => Promise.withResolvers<Answer>());
  const resource = createResource<string[], "no-connection", [course: number]>({
    key: String,
    fetch: (_, course) => answers[course]?.promise ?? expect.unreachable(),
  });
  const both = [resource.load(0), resource.load(1)];
  answers[1]?.resolve(Result.ok(["second"]));
  answers[0]?.resolve(Result.fail("no-connection"));
  await Promise.all(both);
  expect(resource.state).toEqual({ value: ["second"], failure: null });
});

type Entry = ReturnType<typeof entry>;
type Page = Result<{ entries: readonly Entry[]; cursor: string | null }, null>;
const entry = (id: number, text = "") => ({ id, text });

/** A list with one page, and the pages that the test gives. */
const openPages = async (...given: Page[]) => {
  const resource = createResource<readonly Entry[], never>({
    fetch: async () => Result.ok([entry(1), entry(2)]),
  });
  const asked: string[] = [];
  const pages = createPages<Entry, never>({
    resource,
    keyOf: ({ id }) => id,
    async fetch(before) {
      asked.push(before);
      return given.shift() ?? Result.fail(null);
    },
  });
  await resource.load();
  return { resource, pages, asked };
};
const page = (cursor: string | null, ...entries: Entry[]): Page => Result.ok({ entries, cursor });

test("the further pages of a list are appended one after another, up to the last", async () => {
  const { resource, pages, asked } = await openPages(
    page("c", entry(3), entry(2, "changed")),
    page(null, entry(4)),
  );
  // A school may send no pages.
  expect(await pages.more()).toBe(true);
  expect(asked).toEqual([]);
  pages.start("b");
  expect(await pages.more()).toBe(true);
  expect(await pages.more()).toBe(true);
  expect(pages.state.cursor).toBeNull();
  expect(await pages.more()).toBe(true);
  expect(asked).toEqual(["b", "c"]);
  expect(resource.state.value).toEqual([entry(1), entry(2, "changed"), entry(3), entry(4)]);
});

test("the further pages of a list can be fetched again after a failure", async () => {
  const { resource, pages } = await openPages(Result.fail(null), page(null, entry(3)));
  pages.start("b");
  expect(await pages.more()).toBe(false);
  expect(await pages.more()).toBe(true);
  expect(resource.state.value).toHaveLength(3);
});

test("the further pages of a list are dropped if the list has been fetched again meanwhile", async () => {
  const { resource, pages } = await openPages(page("c", entry(3)));
  pages.start("b");
  const fetching = pages.more();
  pages.start("d");
  expect(await fetching).toBe(true);
  expect(pages.state.cursor).toBe("d");
  expect(resource.state.value).toHaveLength(2);
});

test("a resource that is changed here repeats a request that began before the change", async () => {
  const { resource, asked } = open();
  resource.update((value) => value && [...value, "mine"]);
  expect(resource.state.value).toBeNull();
  const loading = resource.load();
  resource.update((value) => [...(value ?? []), "mine"]);
  expect(resource.state.value).toEqual(["mine"]);
  asked[0]?.resolve(Result.ok(["older"]));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(resource.state.value).toEqual(["mine"]);
  asked[1]?.resolve(Result.ok(["older", "mine"]));
  await loading;
  expect(resource.state.value).toEqual(["older", "mine"]);
});
