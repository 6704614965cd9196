import { expect, test } from "vitest";
import { countedBody } from "../../../src/transport/counted-body.ts";

const pieces = (...texts: string[]) => {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(out) {
      for (const text of texts) out.enqueue(encoder.encode(text));
      out.close();
    },
  });
};

test("every chunk is reported as it passes, unchanged", async () => {
  const counts: number[] = [];
  const response = countedBody(new Response(pieces("ab", "", "cde")), (n) => counts.push(n));
  expect(await response.text()).toBe("abcde");
  expect(counts.filter(Boolean)).toEqual([2, 3]);
});

test("status and headers are kept", () => {
  const sent = new Response(pieces("a"), {
    status: 206,
    headers: { "content-range": "bytes 0-0/9" },
  });
  const { status, headers } = countedBody(sent, () => undefined);
  expect([status, headers.get("content-range")]).toEqual([206, "bytes 0-0/9"]);
});

test("an answer without a body is unchanged", () => {
  const empty = new Response(null, { status: 204 });
  expect(countedBody(empty, () => undefined)).toBe(empty);
});
