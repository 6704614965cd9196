import { describe, expect, test } from "vitest";
import { ShortIdsPlugin, shortIds } from "../../../scripts/build/short-ids-plugin.ts";

const IDS = ["alert.dismiss", "faq.title", "lesson.page-of", "update.ready"];
const short = shortIds(IDS);

describe("the ids of messages in a build", () => {
  const plugin = new ShortIdsPlugin(IDS);
  const script = plugin.shortenScript(
    't("alert.dismiss"),x?\'faq.title\':`lesson.page-of`,get("session.v1"),a.b,"see faq.title"',
  );

  test("are short in scripts, and nothing else is changed", () => {
    const [alert, faq, page] = IDS.map((id) => short.get(id));
    expect(alert).toMatch(/^[a-zA-Z]{2}$/);
    expect(script).toBe(
      `t("${alert}"),x?'${faq}':\`${page}\`,get("session.v1"),a.b,"see faq.title"`,
    );
  });

  test("are the same in the files of messages, which lack those that no script names", () => {
    const messages = { "alert.dismiss": "Dismiss", "update.ready": "Ready" };
    expect(JSON.parse(plugin.shortenMessages(JSON.stringify(messages)))).toEqual({
      [short.get("alert.dismiss") ?? ""]: "Dismiss",
    });
  });
});

test("a new message leaves the short ids of the others as they are", () => {
  const more = shortIds([...IDS, "about.title"]);
  for (const id of IDS) expect(more.get(id)).toBe(short.get(id));
});

test("no two messages have the same short id, and none has that of the list of files", () => {
  const many = shortIds(Array.from({ length: 5000 }, (_, index) => `area.message-${index}`));
  expect(new Set(many.values()).size).toBe(5000);
  expect([...many.values()]).not.toContain("files");
});
