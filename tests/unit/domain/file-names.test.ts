import { expect, test } from "vitest";
import {
  createTreeIndex,
  findTreeName,
  isTreeName,
  treeName,
} from "../../../src/domain/file-names.ts";

test("a file's name in the tree contains its kind and its owner", () => {
  expect(treeName("asset", "pm", "figures/dart.svg")).toBe("assets/PM/figures/dart.svg");
  expect(treeName("icon", "pm", "dart.svg")).toBe("icons/PM/dart.svg");
  expect(treeName("assignment", "PM", "task.pdf")).toBe("assignments/PM/task.pdf");
  expect(treeName("glossary", "", "dart.svg")).toBe("glossary/dart.svg");
});

test("a tree in another layout is understood by the end of its names", () => {
  const names = ["media/pm/icon/dart.svg", "media/pm/asset/dart.svg", "media/sw/asset/dart.svg"];
  expect(findTreeName(names, "asset", "PM", "dart.svg")).toBe("media/pm/asset/dart.svg");
  expect(findTreeName(names, "icon", "PM", "dart.svg")).toBe("media/pm/icon/dart.svg");
  expect(findTreeName(names, "icon", "PM", "notch.svg")).toBeNull();
});

test.each(["assets/PM/דג.svg", "a/b c.svg", "assets/..dart.svg", "a/...b", "x".repeat(400)])(
  "%s is a valid name",
  (name) => expect(isTreeName(name)).toBe(true),
);

test.each([
  ...["../secret", "a/../../b", "/etc/passwd", "a//b", "", "a\\..\\b", "C:/x", "a/.", "a/..."],
  ...["a\u0000b", "a/b.", "x".repeat(401)],
])("%j is not a valid file name", (name) => expect(isTreeName(name)).toBe(false));

test("of several files with the title the one in the right place counts, then kind, then product", () => {
  const found = (...names: string[]) => findTreeName(names, "icon", "PM", "dart.svg");
  expect(found("old/icons/PM/dart.svg", "icons/PM/dart.svg")).toBe("icons/PM/dart.svg");
  expect(found("media/PM/dart.svg", "icons/SW/dart.svg")).toBe("icons/SW/dart.svg");
  expect(found("media/PM/dart.svg", "icon/SW/dart.svg")).toBe("icon/SW/dart.svg");
  expect(found("media/SW/dart.svg", "media/PM/dart.svg")).toBe("media/PM/dart.svg");
  expect(found("dart.svg")).toBe("dart.svg");
});

test.each([
  ["NFC", "NFD"],
  ["NFD", "NFC"],
])("a name in %s finds the file whose name in the tree is in %s", (asked, inTree) => {
  const title = (form: string) => "figures/caf\u00e9.svg".normalize(form);
  const names = [`assets/PM/${title(inTree)}`, `media/${title(inTree)}`, "assets/PM/cafe.svg"];
  for (const find of [createTreeIndex(names), findTreeName.bind(null, names)]) {
    expect(find("asset", "pm", title(asked))).toBe(names[0]);
    expect(find("icon", "SW", title(asked))).toBe(names[0]);
    expect(find("asset", "pm", "cafe.svg")).toBe("assets/PM/cafe.svg");
  }
  expect(treeName("asset", "pm", title(asked))).toBe(`assets/PM/${title("NFC")}`);
});
