import { describe, expect, test } from "vitest";
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
});
