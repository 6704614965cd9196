import { expect, test } from "vitest";
import { filesOfMessage } from "../../../src/i18n/message-files.ts";

test("a message is in the files of its area, a title in the file of the menus, and the server's own in none", () => {
  expect(filesOfMessage("faq.search")).toEqual(["further"]);
  expect(filesOfMessage("offline.word")).toEqual(["further", "desktop"]);
  expect(filesOfMessage("patterns.undo")).toEqual(["patterns"]);
  expect(filesOfMessage("patterns.number.cap")).toEqual(["numbers"]);
  expect(filesOfMessage("faq.title")).toEqual(["inside"]);
  expect(filesOfMessage("authorization.title")).toEqual(["entry"]);
  expect(filesOfMessage("password-reset.subject")).toEqual([]);
});
