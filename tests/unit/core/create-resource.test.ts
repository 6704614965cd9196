import { describe, expect, test, vi } from "vitest";
import { createResource } from "../../../src/core/create-resource.ts";
import { Result } from "../../../src/lib/result.ts";

/** A resource whose fetches the test resolves. */
const open = () => {
  const asked: PromiseWithResolvers<Result<string[], "no-connection">>[] = [];
  const content = { version: 1 };
  const resource = createResource<string[], "no-connection">({
    fetch() {
      const answer = Promise.withResolvers<Result<string[], "no-connection">>();
      asked.push(answer);
      return answer.promise;
    },
    version: () => content.version,
  });
  return { resource, asked, content };
};

describe("a resource", () => {
  test("is fetched once, however many callers load it", async () => {
    const { resource, asked } = open();
    const both = Promise.all([resource.load(), resource.load()]);
    asked[0]?.resolve(Result.ok(["dart"]));
    await both;
    await resource.load();
    expect(asked).toHaveLength(1);
    expect(resource.state).toEqual({ value: ["dart"], failure: null });
  });

  test("is fetched again after a failure, which a success clears", async () => {
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

  test("is fetched again once it is stale, and keeps its value until then", async () => {
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

  test("is fetched again when the school has a newer answer", async () => {
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
});

describe("a resource with a key", () => {
  const openByCourse = () => {
    const asked = new Map<number, PromiseWithResolvers<Result<string[], "no-connection">>>();
    const resource = createResource<string[], "no-connection", [course: number]>({
      key: String,
      fetch(_, course) {
        const answer = Promise.withResolvers<Result<string[], "no-connection">>();
        asked.set(course, answer);
        return answer.promise;
      },
    });
    return { resource, asked };
  };

  test("drops the result for an earlier key, whichever comes last", async () => {
    const { resource, asked } = openByCourse();
    const both = [resource.load(1), resource.load(2)];
    asked.get(2)?.resolve(Result.ok(["second"]));
    asked.get(1)?.resolve(Result.fail("no-connection"));
    await Promise.all(both);
    expect(resource.state).toEqual({ value: ["second"], failure: null });
  });

  test("is fetched again for another key, and keeps its value until then", async () => {
    const { resource, asked } = openByCourse();
    const first = resource.load(1);
    asked.get(1)?.resolve(Result.ok(["first"]));
    await first;
    const second = resource.load(2);
    expect(resource.state.value).toEqual(["first"]);
    asked.get(2)?.resolve(Result.fail("no-connection"));
    await second;
    expect(resource.state).toEqual({ value: ["first"], failure: "no-connection" });
  });
});

describe("a resource that is changed here", () => {
  test("repeats a request that began before the change", async () => {
    const { resource, asked } = open();
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

  test("stays without a value where the change gives none", () => {
    const { resource } = open();
    resource.update((value) => value && [...value, "mine"]);
    expect(resource.state.value).toBeNull();
  });
});
