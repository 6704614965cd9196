import { expect, test } from "vitest";
import { userMenu } from "../../../src/server/study/local-content/user-menu.ts";

const translations = [{ language: "de", title: "Schnitte", descr: "more" }];
const lesson = (key: string, title: Record<string, string>) => ({ lesson: { key, title } });

type Share = Parameters<typeof userMenu>[0];

/** What one person may read, with the parts that a menu needs. */
const share = (products: object[]) => ({ products }) as unknown as Share;

const leaf = (key: string, title: string, ...translations: object[]) => ({
  ...{ level: "lesson", key, title, translations, children: [] },
});
const branch = (level: string, key: string, title: string, ...children: object[]) => ({
  ...{ level, key, title, translations: [] as object[], children },
});

test("a person's content is a tree of menus, whose places are counted from 1", () => {
  const menu2 = (title: string, lessons: string[]) => ({ title, translations: [], lessons });
  const menu1 = (title: string, ...parts: object[]) => ({ title, translations: [], menu2: parts });
  const menus = [
    menu1("Tools", menu2("Paper", ["paper", "absent"]), menu2("Pens", [])),
    menu1("Darts", menu2("All", ["dart", "fold"])),
  ];
  const product = {
    product: { key: "PM", data: { props: { title: "Patterns", translations } } },
    courses: [{ key: "PMB", course: { props: { title: "Basics", translations: [] } }, menus }],
    lessons: [
      lesson("paper", { de: "Papier", en: "Paper" }),
      lesson("dart", { de: "Abnäher" }),
      lesson("fold", {}),
    ],
  };
  const german = (title: string) => ({ language: "de", title });
  const paper = leaf("paper", "Paper", german("Papier"), { language: "en", title: "Paper" });
  const all = [leaf("dart", "Abnäher", german("Abnäher")), leaf("fold", "")];
  const tools = [branch("menu2", "1", "Paper", paper), branch("menu2", "2", "Pens")];
  const darts = branch("menu1", "2", "Darts", branch("menu2", "1", "All", ...all));
  const basics = branch("course", "PMB", "Basics", branch("menu1", "1", "Tools", ...tools), darts);
  const patterns = branch("product", "PM", "Patterns", basics);
  expect(userMenu(share([product]), "Sew")).toEqual([
    branch("group", "gp1", "Sew", { ...patterns, translations: [german("Schnitte")] }),
  ]);
});

test("who may read nothing has no menu", () => {
  expect(userMenu(share([]), "Sew")).toEqual([]);
});
