import { expect, test } from "vitest";
import { createWordTable } from "../../../scripts/build/online-page.ts";

const form = (label: string, button: string) =>
  `<h1>Needle &amp; thread</h1><form aria-label="${label}"><b>${label}</b><i>${button}</i></form>`;

test("pages in several languages share a table of the differing texts, each once", () => {
  expect(createWordTable({ de: form("Anmelden", "OK"), en: form("Sign in", "OK") }, "en")).toEqual({
    de: ["Anmelden"],
    en: ["Sign in"],
  });
});

test("a text that differs in one language is in the table for all", () => {
  const pages = { en: form("Sign in", "OK"), de: form("Anmelden", "OK"), es: form("Entrar", "Sí") };
  expect(createWordTable(pages, "en")).toEqual({
    en: ["Sign in", "OK"],
    de: ["Anmelden", "OK"],
    es: ["Entrar", "Sí"],
  });
});

test("pages that differ in more than texts are refused", () => {
  expect(() => createWordTable({ en: "<b>Open</b>", he: "<i>Open</i>" }, "en")).toThrow("he");
  expect(() => createWordTable({ en: "<b>a</b><i>b</i>", he: "<b>c</b>" }, "en")).toThrow("he");
  const twoMeanings = { en: "<b>Open</b><i>Open</i>", fr: "<b>Ouvrir</b><i>Ouverte</i>" };
  expect(() => createWordTable(twoMeanings, "en")).toThrow("fr");
});
