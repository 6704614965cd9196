import { expect, test } from "vitest";
import { drawInTurn } from "../../src/server/desk/marked-files.ts";
import { OverloadedError } from "../../src/server/overloaded-error.ts";

const here = new AbortController().signal;

test("answers with drawings are drawn one after the other, however many come at once", async () => {
  let inside = 0;
  let most = 0;
  const draw = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await Promise.resolve();
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => drawInTurn(1, here, draw)));
  expect(most).toBe(1);
});

test("an answer that would wait for more than twenty files is refused at once, and may come again", async () => {
  const gate = Promise.withResolvers<void>();
  const first = drawInTurn(20, here, () => gate.promise);
  await expect(drawInTurn(1, here, async () => "drawn")).rejects.toBeInstanceOf(OverloadedError);
  gate.resolve();
  await first;
  expect(await drawInTurn(1, here, async () => "drawn")).toBe("drawn");
});
