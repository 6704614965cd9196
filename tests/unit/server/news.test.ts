import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { deskMessagePath, handInPath } from "../../../src/app-context/desk-links.ts";
import { PROGRESS, threadPath } from "../../../src/app-context/links.ts";
import { UnsendableError } from "../../../src/server/mailer.ts";
import { composeNews, type News, pathOf } from "../../../src/server/news/compose-news.ts";
import { mailFailureOf } from "../../../src/server/news/mail-server.ts";
import {
  arePushKeys,
  encryptPush,
  MAX_PUSH_BYTES,
} from "../../../src/server/news/push/encrypt-push.ts";
import { isPublicAddress, publicLookup } from "../../../src/server/news/push/public-lookup.ts";
import { isPushEndpoint } from "../../../src/server/news/push/push-endpoint.ts";

const APP = "https://school.example/tls";
const one = (changes: Partial<News> = {}): News => ({
  ...{ kind: "message", subjectId: 7, state: null, title: "Darts", ...changes },
});

test("what is new leads to the screens of the app", () => {
  const kinds = ["hand-in", "question", "message", "answer", "idle"] as const;
  const paths = [handInPath(7), deskMessagePath(7), threadPath(7), "/assignments", PROGRESS];
  expect(kinds.map((kind) => pathOf({ kind, subjectId: 7 }))).toEqual(paths);
});

test("what is new names one thing in the subject, and counts several", () => {
  expect(composeNews([one()], "en", APP)).toEqual({
    subject: "You have a new message: Darts",
    text: `You have a new message: Darts\n${APP}/tutor-talk?thread=7`,
    url: `${APP}/tutor-talk?thread=7`,
  });
  expect(composeNews([one(), one({ subjectId: 8 })], "en", APP).subject).toBe("New for you: 2");
});

test("what is new lists thirty things at most, and counts the others", () => {
  const many = Array.from({ length: 5000 }, (_, subjectId) => one({ subjectId }));
  const { subject, text } = composeNews(many, "en", APP);
  expect(subject).toBe("New for you: 5000");
  expect(text.split(APP)).toHaveLength(31);
  expect(text).toContain("Further news: 4970");
});

test.each([
  ["lines", "a\r\nBcc: all@school.example\n\nb", "a Bcc: all@school.example b"],
  ["control characters", "a\0\x1b[31mb\u2028c", "a [31mb c"],
  ["nothing but blanks", " \n\t ", "no subject"],
  ["places of texts", "{link} {title} $& $1", "{link} {title} $& $1"],
  ["an emoji at its end", `${"x".repeat(118)}👩‍👩‍👧`, `${"x".repeat(118)}…`],
])("what is new takes a subject with %s as one line", (_, title, expected) => {
  const { subject } = composeNews([one({ title })], "en", APP);
  expect(subject).toBe(`You have a new message: ${expected}`);
});

const failed = (code: string, more = {}) => Object.assign(new Error(), { code, ...more });
const refused = (command: string, response: string, code = "EENVELOPE") =>
  failed(code, { command, response, responseCode: Number.parseInt(response, 10) });

test.each<[string, unknown, boolean, string]>([
  ["no such mailbox", refused("RCPT TO", "550 5.1.1 no such user"), false, "address"],
  ["a mailbox that is full", refused("RCPT TO", "552 5.2.2 full"), false, "mail"],
  ["greylisting", refused("RCPT TO", "451 4.7.1 later"), false, "mail"],
  ["a sender on a list", refused("RCPT TO", "554 5.7.1 blocked by a list"), false, "mail"],
  ["relaying that is denied", refused("RCPT TO", "550-5.7.1 relaying denied"), false, "mail"],
  ["a sender that is refused", refused("MAIL FROM", "550 5.1.0 sender"), false, "away"],
  ["a wrong password", refused("AUTH PLAIN", "535 5.7.8 no", "EAUTH"), false, "away"],
  ["a silence before the end", failed("ETIMEDOUT"), false, "away"],
  ["an address that nodemailer refuses", failed("EENVELOPE", { command: "API" }), false, "address"],
  ["an address with a line break", new UnsendableError(), false, "address"],
  ["a text that is refused", refused("DATA", "554 5.6.0 content", "EMESSAGE"), true, "mail"],
  ["a break after the end", failed("ECONNECTION"), true, "unknown"],
  ["something that is no error", null, false, "away"],
])("a mail fails by %s", (_, reason, hasEnded, expected) => {
  expect(mailFailureOf(reason, hasEnded)).toBe(expected);
});

const listed = (text: string): string[] => text.trim().split(/\s+/);

const DEVICES = `
  https://fcm.googleapis.com/fcm/send/abc:def https://web.push.apple.com/abc
  https://updates.push.services.mozilla.com/wpush/v2/abc
  https://wns2-par02p.notify.windows.com/w/?token=abc%3d https://push.example:443/`;

const NO_DEVICES = `
  push.example/send http://push.example/send wss://push.example/send file:///etc/passwd
  https://push.example:8443/send https://push.example:80/send
  https://user@push.example/send https://user:word@push.example/send
  https://localhost/send https://LOCALHOST/send https://localhost./send https://a.localhost/send
  https://school/send https://printer.local/send https://db.internal/send
  https://router.home.arpa/send https://127.0.0.1/send https://127.1/send
  https://2130706433/send https://0x7f000001/send https://0177.0.0.1/send
  https://127。0。0。1/send https://10.0.0.1/send https://169.254.169.254/latest/meta-data
  https://8.8.8.8/send https://[::1]/send https://[::]/send https://[::ffff:127.0.0.1]/send
  https://[fe80::1]/send https://[2606:4700::1]/send`;

test.each(listed(DEVICES))("the address of a device is taken: %s", (address) => {
  expect(isPushEndpoint(address)).toBe(true);
});

test.each(["", ...listed(NO_DEVICES)])("the address of a device is refused: %s", (address) => {
  expect(isPushEndpoint(address)).toBe(false);
});

const PUBLIC = "8.8.8.8 142.250.0.1 172.15.255.255 172.32.0.1 100.63.255.255 2606:4700::1";

const NOT_PUBLIC = `
  0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.1 169.254.169.254
  172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.19.0.1 198.51.100.1
  203.0.113.1 224.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8
  64:ff9b::10.0.0.1 100::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 2001::1
  2001:db8::1 2002:7f00:1:: 3fff::1`;

test.each(listed(PUBLIC))("an address to connect to is public: %s", (address) => {
  expect(isPublicAddress(address, [])).toBe(true);
});

test.each(listed(NOT_PUBLIC))("an address to connect to is not public: %s", (address) => {
  expect(isPublicAddress(address, [])).toBe(false);
});

test("an address in a network of the school's own machine is not public, and one beside it is", () => {
  const own = ["8.8.8.8/29", "2606:4700::1/64"];
  const all = ["8.8.8.9", "8.8.8.16", "2606:4700::2", "2606:4701::2"];
  const found = all.filter((address) => isPublicAddress(address, own));
  expect(found).toEqual(["8.8.8.16", "2606:4701::2"]);
});

test.each([true, false])("a name of this machine is refused (all addresses: %s)", (all) => {
  const asked = new Promise((resolve) => publicLookup("localhost", { all }, resolve));
  return expect(asked).resolves.toMatchObject({ name: "ForbiddenAddressError" });
});

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
