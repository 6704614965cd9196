import { expect, test } from "vitest";
import { readMailServer, writeMailServer } from "../../../src/lib/mail-server.ts";

test.each([
  ["smtps://d%40a%2Fb%3Ac@mail.example:465", "mail.example", "465", "d@a/b:c", "tls"],
  ["smtp://desk@mail.example:587?requireTLS=true", "mail.example", "587", "desk", "starttls"],
  ["smtp://mail.example:2525", "mail.example", "2525", "", "offered"],
  ["smtp://localhost:25?ignoreTLS=true", "localhost", "25", "", "none"],
  ["smtp://[::1]:25?ignoreTLS=true", "[::1]", "25", "", "none"],
])("a mail server's address is read and written: %s", (address, host, port, user, encryption) => {
  const server = readMailServer(address);
  expect(server).toMatchObject({ host, port, user, encryption });
  expect(writeMailServer(server)).toBe(address);
});

test("what is no address gives an empty form, and without a host there is no address", () => {
  for (const text of ["", "mail.example", "http://mail.example"]) {
    expect(writeMailServer({ ...readMailServer(text), user: "desk", port: "1" })).toBe("");
  }
});
