import { expect, test } from "vitest";
import { UnsendableError } from "../../../src/server/mailer.ts";
import { mailFailureOf } from "../../../src/server/news/mail-server.ts";

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
