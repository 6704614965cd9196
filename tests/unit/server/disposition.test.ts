import { expect, test } from "vitest";
import { disposition } from "../../../src/server/http/reply.ts";

test.each([
  ["block.jpg", `filename="block.jpg"; filename*=UTF-8''block.jpg`],
  ["CON.jpg", `filename="_CON.jpg"; filename*=UTF-8''_CON.jpg`],
  ["a\u202egpj.exe", `filename="agpj.exe"; filename*=UTF-8''agpj.exe`],
  [
    "a\r\nSet-Cookie: x.jpg",
    `filename="aSet-Cookie_ x.jpg"; filename*=UTF-8''aSet-Cookie_%20x.jpg`,
  ],
  ["x. ", `filename="x"; filename*=UTF-8''x`],
  ["裁.jpg", `filename="_.jpg"; filename*=UTF-8''%E8%A3%81.jpg`],
])("a download is saved under a name that every system can store: %j", (name, header) => {
  expect(disposition(name)).toBe(`attachment; ${header}`);
});
