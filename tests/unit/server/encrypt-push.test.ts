import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  arePushKeys,
  encryptPush,
  MAX_PUSH_BYTES,
} from "../../../src/server/news/push/encrypt-push.ts";

/** The example of RFC 8291, appendix A. */
const EXAMPLE = {
  message: "When I grow up, I want to be a watermelon",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  encrypted:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};
const { p256dh, auth } = EXAMPLE;
const bytes = (text: string) => Buffer.from(text, "base64url");

test("a message is encrypted as in the standard's example", () => {
  const random = { salt: bytes(EXAMPLE.salt), privateKey: bytes(EXAMPLE.privateKey) };
  const encrypted = encryptPush(Buffer.from(EXAMPLE.message), { p256dh, auth }, random);
  expect(encrypted.toString("base64url")).toBe(EXAMPLE.encrypted);
});

test("each message has a key and a salt of its own", () => {
  const [one, other] = [1, 2].map(() => encryptPush(Buffer.from("Darts"), { p256dh, auth }));
  expect(one?.subarray(0, 16)).not.toEqual(other?.subarray(0, 16));
  expect(one?.subarray(21, 86)).not.toEqual(other?.subarray(21, 86));
});

test("a message fits in the 4096 bytes of a record, and a longer one is refused", () => {
  const longest = encryptPush(randomBytes(MAX_PUSH_BYTES), { p256dh, auth });
  expect(longest.length).toBe(86 + 4096);
  expect(() => encryptPush(randomBytes(MAX_PUSH_BYTES + 1), { p256dh, auth })).toThrow();
});

test.each<[string, { p256dh?: string; auth?: string }, boolean]>([
  ["of a browser", {}, true],
  ["on no curve", { p256dh: `BA${"A".repeat(85)}` }, false],
  ["of another form", { p256dh: Buffer.alloc(65, 1).toString("base64url") }, false],
  ["with a long secret", { auth: "A".repeat(24) }, false],
  ["without a secret", { auth: "" }, false],
])("keys %s: whether they are taken", (_, changes, expected) => {
  expect(arePushKeys({ p256dh, auth, ...changes })).toBe(expected);
});
