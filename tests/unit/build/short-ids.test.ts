import { describe, expect, test } from "vitest";
import { ShortIdsPlugin, shortIds } from "../../../scripts/build/short-ids-plugin.ts";
import { flattenMessages, type MessagesByArea } from "../../../src/i18n/flatten-messages.ts";

const IDS = [
  "alert.dismiss",
  "alert.held",
  "alert.shown",
  "faq.title",
  "lesson.page-of",
  "update.ready",
];
const short = shortIds(IDS);

describe("the ids of messages in a build", () => {
  const plugin = new ShortIdsPlugin(IDS);
  const script = plugin.shortenScript(
    't("alert.dismiss"),t("alert.shown"),x?\'faq.title\':`lesson.page-of`,get("session.v1"),a.b,"see faq.title"',
  );

  test("are short in scripts, and nothing else is changed", () => {
    const [alert, , shown, faq, page] = IDS.map((id) => short.get(id));
    expect(alert).toMatch(/^[a-zA-Z]{2}0$/);
    expect(script).toBe(
      `t("${alert}"),t("${shown}"),x?'${faq}':\`${page}\`,get("session.v1"),a.b,"see faq.title"`,
    );
  });

  test("are the same in the files of messages, which lack those that no script names", () => {
    const messages: MessagesByArea = {
      "alert.": { dismiss: "Dismiss", held: "Held", shown: "Shown" },
      "update.": { ready: "Ready" },
    };
    const sent = JSON.parse(plugin.shortenMessages(JSON.stringify(messages)));
    expect(Object.values(sent)).toEqual([["Dismiss", 0, "Shown"]]);
    expect(flattenMessages(sent)).toEqual({
      [short.get("alert.dismiss") ?? ""]: "Dismiss",
      [short.get("alert.shown") ?? ""]: "Shown",
    });
  });
});

test("a new message leaves the short ids of other areas as they are", () => {
  const more = shortIds(["about.title", "alert.closed", ...IDS]);
  for (const id of IDS.slice(3)) expect(more.get(id)).toBe(short.get(id));
});

test("no two messages have the same short id, and none has that of the list of files", () => {
  const many = shortIds(
    Array.from({ length: 5000 }, (_, index) => `area-${index % 900}.message-${index}`),
  );
  expect(new Set(many.values()).size).toBe(5000);
  expect([...many.values()]).not.toContain("files");
});
