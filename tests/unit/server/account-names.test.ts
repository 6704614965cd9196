import { expect, test } from "vitest";
import { foldText } from "../../../src/domain/search-text.ts";
import { normalizeName } from "../../../src/server/accounts/account-names.ts";
import { namesIn, searchTextOf } from "../../../src/server/accounts/account-search.ts";
import { findNamed } from "../../../src/server/accounts/name-spellings.ts";
import { isMailAddress, withUnicodeDomain } from "../../../src/server/mail-address.ts";
import { normalize } from "../../../src/server/normalize.ts";
import fc from "../../support/fast-check.ts";

const SAME: readonly (readonly string[])[] = [
  ["anna", "ANNA", " Anna ", "ａｎｎａ"],
  ["zoë", "Zoe\u0308", "ZOË"],
  ["μάριος", "ΜΆΡΙΟΣ", "μάριοσ", "ΜΑ\u0301ΡΙΟΣ"],
  ["μαριος.κ@school.example", "ΜΑΡΙΟΣ.Κ@SCHOOL.EXAMPLE", "μαριοσ.κ@school.example"],
  ["\u01f0ana", "J\u030cANA"],
  [
    ...["anna@münchen.example", "ANNA@MÜNCHEN.EXAMPLE", "anna@mu\u0308nchen.example"],
    ...["Anna@xn--mnchen-3ya.example", "anna@XN--MNCHEN-3YA.example", "anna＠münchen.example"],
    ...["anna@münchen。example", "anna@münchen.example."],
  ],
  ["dana@דוגמה.co.il", "dana@xn--6dbbec0c.co.il", "DANA@דוגמה.CO.IL"],
  ["eleni@παράδειγμα.gr", "eleni@ΠΑΡΆΔΕΙΓΜΑ.gr", "eleni@xn--hxajbheg2az3al.gr"],
  ["ada@straße.example", "ada@xn--strae-oqa.example", "ada@STRAẞE.example"],
  ["zoë@school.example", "ZOE\u0308@school.example"],
  ["a_b@c_d.example", "A_B@C_D.EXAMPLE"],
  ["desk@localhost", "Desk@LOCALHOST"],
  ["ismail", "İSMAİL", "İsmail", "ismaıl", "ISMAIL"],
  [
    "nbsp@school.example",
    "\u200bnbsp\u00a0@school.example",
    "\u202anb\u00adsp@school\u200e.example\u202c",
  ],
];

/** Each pair looks alike, or Node reads both as one host, and they are two addresses. */
const DIFFERENT: readonly (readonly [string, string])[] = [
  ["anna@münchen.example", "anna@munchen.example"],
  ["ada@straße.example", "ada@strasse.example"],
  ["eleni@παραδειγμας.gr", "eleni@παραδειγμασ.gr"],
  ["anna@school.example", "anna@school.example/x"],
  ["anna@school.example", "anna@school.example:80"],
  ["anna@school.example", "anna@%73chool.example"],
  ["anna@school.example", "anna@school.example\\x"],
  ["anna@10.0.0.1", "anna@10.1"],
  ["anna@school.example", "annа@school.example"],
  ["anna@school.example", "anna@school.example@other.example"],
];

test.each(SAME)("a name or mail address has one form, as typed in any way: %s", (...spellings) => {
  expect([...new Set(spellings.map(normalizeName))]).toHaveLength(1);
});

test.each(DIFFERENT)("a name or mail address is no other one's: %s and %s", (one, other) => {
  expect(normalizeName(one)).not.toBe(normalizeName(other));
});

test("a name or mail address of an account keeps its form once it has it", () => {
  const part = fc.string({ unit: "grapheme", maxLength: 12 });
  const text = fc.oneof(
    part,
    fc
      .tuple(part, part, fc.constantFrom("", ".", ".example", "。gr", ".7"))
      .map(([name, domain, end]) => `${name}@${domain}${end}`),
  );
  fc.assert(
    fc.property(text, (name) => {
      const form = normalizeName(name);
      expect(normalizeName(form)).toBe(form);
    }),
    { numRuns: 2000 },
  );
});

test("a name or mail address of an account can be shown with its domain as people read it", () => {
  expect(withUnicodeDomain("anna@xn--mnchen-3ya.example")).toBe("anna@münchen.example");
  expect(withUnicodeDomain("not an address")).toBe("not an address");
});

test.each([
  ["juergen@example.org", true],
  ["anna@münchen.example", true],
  ["anna@例え。テスト", true],
  ["anna@sub.school.example.", true],
  ["juergen@example", false],
  ["juergen@example.", false],
  ["juergen@.example", false],
  ["juergen@a..example", false],
  ["juergen", false],
  ["a@b@c.example", false],
  ["", false],
])("a typed mail address has a server of the internet: %j is one: %j", (text, is) => {
  expect(isMailAddress(text)).toBe(is);
});

const NAMES = [
  ...["Μαρία Παπαδάκη", "Nikos Papadakis", "Ευτυχία Μπακούρου"],
  ...["Ντίνα Γκατζού", "Γιώργος Καραμπελάς"],
  ...["Анна Щербакова", "Юлия Цветкова", "Михаил Иванов", "Александра Жукова", "Галина Шевченко"],
  ...["דנה מזרחי", "Ruth Levi", "נועה כהן", "צביה פרידמן", "יוסף אברהם", "Noy Harari"],
  ...["محمد الحسن", "فاطمة يوسف", "ანა ბერიძე", "Գայանե Սարգսյան"],
  ...["İsmail Kaya", "Zoë Müller"],
];

const find = (names: readonly string[], search: string): string[] => {
  const all = names.map((name) => {
    const account = { username: "x", email: "x@school.example", first_name: name, last_name: "" };
    return { name, text: namesIn(searchTextOf(account)) };
  });
  return findNamed(all, foldText(search).split(" ")).map(({ name }) => name);
};

test.each([
  ["Papadakis", ["Nikos Papadakis"]],
  ["Παπαδάκη", ["Μαρία Παπαδάκη", "Nikos Papadakis"]],
  ["Papadaky", ["Μαρία Παπαδάκη"]],
  ["Mizrachi", ["דנה מזרחי"]],
  ["לוי", ["Ruth Levi"]],
  ["Cohen", ["נועה כהן"]],
  ["Tzvia Friedman", ["צביה פרידמן"]],
  ["Yossef Avraham", ["יוסף אברהם"]],
  ["Eftychia Bakourou", ["Ευτυχία Μπακούρου"]],
  ["Dina Gatzou", ["Ντίνα Γκατζού"]],
  ["Yorgos Karabelas", ["Γιώργος Καραμπελάς"]],
  ["Shcherbakova", ["Анна Щербакова"]],
  ["Schtscherbakowa", ["Анна Щербакова"]],
  ["Yulia Tsvetkova", ["Юлия Цветкова"]],
  ["Iuliia Cvetkova", ["Юлия Цветкова"]],
  ["Ιουλία", ["Юлия Цветкова"]],
  ["Mikhail Ivanov", ["Михаил Иванов"]],
  ["Ivamov", ["Михаил Иванов"]],
  ["Alexandra Schukowa", ["Александра Жукова"]],
  ["Halyna Shevchenko", ["Галина Шевченко"]],
  ["Исмаил", ["İsmail Kaya"]],
  ["Мюлер", ["Zoë Müller"]],
  ["Mohammed al-Hassan", ["محمد الحسن"]],
  ["Fatima Yusuf", ["فاطمة يوسف"]],
  ["Ana Beridze", ["ანა ბერიძე"]],
  ["Gayane Sargsyan", ["Գայանե Սարգսյան"]],
  ["ismial", ["İsmail Kaya"]],
  ["Mueller", ["Zoë Müller"]],
  ["Schmidt", []],
  ["Lou", []],
  ["school", []],
])("the search for %s finds names in other spellings and scripts", (search, found) => {
  expect(find(NAMES, search)).toEqual(found);
});

const FORMS = ["NFC", "NFKC", "NFKD"] as const;

/** Two accents that a normal form brings into the other order. */
const ACCENTS = "\u0301\u0323";

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/(?:(?!\u034f)\p{M})+/gu) ?? []).map((run) => run.length));

test.each(FORMS)("the normal form %s of a text is the one of Unicode", (form) => {
  const texts = ["Schürze", "Schu\u0308rze", "\u05de\u05bc\u05b8\u05d4", "ﬁ½ﾀﾞ", "각", ""];
  for (const text of [...texts, `e${ACCENTS.repeat(49)}`])
    expect(normalize(text, form)).toBe(text.normalize(form));
});

// A computer would take the square of its length.
test.each(FORMS)("a long run of marks is divided in the normal form %s", (form) => {
  for (const mark of [ACCENTS, "\u0301", "ﾞ", "\u0344", "\u{1d165}"]) {
    const once = normalize(`e${mark.repeat(20_000)} e\u0301`, form);
    expect(longestRun(once)).toBeLessThanOrEqual(200);
    expect(once.endsWith(" e\u0301".normalize(form))).toBe(true);
  }
});
