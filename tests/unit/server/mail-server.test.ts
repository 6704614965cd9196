import { expect, test } from "vitest";
import { UnsendableError } from "../../../src/server/mailer.ts";
import { mailFailureOf } from "../../../src/server/news/mail-server.ts";

const refused = (command: string, response: string, code = "EENVELOPE") =>
  Object.assign(new Error(), {
    code,
    command,
    response,
    responseCode: Number.parseInt(response, 10),
  });

test.each<[string, unknown, boolean, string]>([
  ["no such mailbox", refused("RCPT TO", "550 5.1.1 no such user"), false, "address"],
  ["a mailbox that is full", refused("RCPT TO", "552 5.2.2 full"), false, "mail"],
  ["a mailbox that is busy", refused("RCPT TO", "450 4.2.1 busy"), false, "mail"],
  ["greylisting", refused("RCPT TO", "451 4.7.1 later"), false, "mail"],
  ["a sender on a list", refused("RCPT TO", "554 5.7.1 blocked by a list"), false, "mail"],
  ["relaying that is denied", refused("RCPT TO", "550-5.7.1 relaying denied"), false, "mail"],
  ["a server that closes", refused("RCPT TO", "421 4.3.2 closing"), false, "away"],
  ["a sender that is refused", refused("MAIL FROM", "550 5.1.0 sender"), false, "away"],
  ["a wrong password", refused("AUTH PLAIN", "535 5.7.8 no", "EAUTH"), false, "away"],
  ["a silence before the end", Object.assign(new Error(), { code: "ETIMEDOUT" }), false, "away"],
  [
    "an address that nodemailer refuses",
    Object.assign(new Error(), { code: "EENVELOPE", command: "API" }),
    false,
    "address",
  ],
  ["an address with a line break", new UnsendableError(), false, "address"],
  ["a text that is refused", refused("DATA", "554 5.6.0 content", "EMESSAGE"), true, "mail"],
  ["a break after the end", Object.assign(new Error(), { code: "ECONNECTION" }), true, "unknown"],
  ["a silence after the end", Object.assign(new Error(), { code: "ETIMEDOUT" }), true, "unknown"],
  ["something that is no error", null, false, "away"],
])("a mail fails by %s", (_, reason, hasEnded, expected) => {
  expect(mailFailureOf(reason, hasEnded)).toBe(expected);
});
