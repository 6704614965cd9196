import { expect, test } from "vitest";
import { foldText } from "../../../src/domain/search-text.ts";
import { findNamed } from "../../../src/server/accounts/name-spellings.ts";

const NAMES = ["Μαρία Παπαδάκη", "Nikos Papadakis", "דנה מזרחי", "Ruth Levi", "İsmail Kaya"];
const all = [...NAMES, "Ευτυχία Μπακούρου", "נועה כהן", "Zoë Müller"].map((name) => ({
  name,
  folded: foldText(name),
}));

test.each([
  ["Papadakis", ["Nikos Papadakis"]],
  ["Papadaki", ["Μαρία Παπαδάκη", "Nikos Papadakis"]],
  ["Παπαδάκη", ["Μαρία Παπαδάκη", "Nikos Papadakis"]],
  ["Παπαδάκις", ["Nikos Papadakis"]],
  ["Papadaky", ["Μαρία Παπαδάκη"]],
  ["Mizrachi", ["דנה מזרחי"]],
  ["Mizrahi dana", ["דנה מזרחי"]],
  ["Levy", ["Ruth Levi"]],
  ["לוי", ["Ruth Levi"]],
  ["Cohen", ["נועה כהן"]],
  ["Eftychia Bakourou", ["Ευτυχία Μπακούρου"]],
  ["İSMAİL", ["İsmail Kaya"]],
  ["ismial", ["İsmail Kaya"]],
  ["Mülller", ["Zoë Müller"]],
  ["Mueller", ["Zoë Müller"]],
  ["Schmidt", []],
  ["Ann", []],
])("the search for %s finds names in other spellings", (search, found) => {
  expect(findNamed(all, foldText(search).split(" ")).map(({ name }) => name)).toEqual(found);
});
