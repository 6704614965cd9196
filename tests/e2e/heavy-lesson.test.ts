import { expect } from "playwright/test";
import { answerLesson } from "./answers.ts";
import { admin, test } from "./school.ts";
import { lessonAddress, signIn, WORKPLACE } from "./steps.ts";

const COUNT = 3000;

const many = (text: string, count = COUNT): string => text.repeat(count);
const numbered = (write: (index: number) => string, count = COUNT): string =>
  Array.from({ length: count }, (_, index) => write(index)).join("");

/** Texts with which a browser's parser, its sanitiser or its layout would be busy for seconds, or for good. */
const HEAVY: Record<string, string> = {
  "elements in each other": many("<div>"),
  "elements side by side": many("<p>x</p>", 20_000),
  "unknown elements of many names": numbered((index) => `<x${index}>a</x${index}>`, 20_000),
  "links and blocks across each other": many("<a><div>x"),
  "bold text of many kinds, again in each paragraph": numbered((index) => `<b title=${index}><p>x`),
  "attributes of one element": `<p ${numbered((index) => ` a${index}=1`)}>x</p>`,
  "tables in each other": many("<table><tr><td>"),
  "text beside the cells of a table": `<table>${many("x<b>")}`,
  "cells over many rows and columns": `<table>${many(`<tr>${many("<td colspan=30 rowspan=0>x", 50)}`, 100)}`,
  "numbers in a list": `<ol>${many("<li value=1>x", 9000)}</ol>`,
  "drawings in each other": many("<svg><g>"),
  "elements in each other in a template": `<template>${many("<div>")}</template>`,
  "accents on one letter": `e${many("&#769;")}`,
  "more text than anybody reads": many("word ", 210_000),
};

/** Texts that are long in other ways, and do no harm. */
const LIGHT: Record<string, string> = {
  "a long value": `<p title="${many("x", 500_000)}">`,
  entities: many("&amp;"),
  "signs that begin nothing": many("< "),
};

test("rejects a lesson with more than a browser can show in good time", {
  tag: "@all",
}, async ({ page }) => {
  const pages = [...Object.values(HEAVY), ...Object.values(LIGHT)].map((html, index) => ({
    title: "",
    html: `<p>Readable ${index + 1}.</p>${html}`,
    subLessons: [],
  }));
  await answerLesson(page, WORKPLACE.key, { en: { pages } });
  await signIn(page, admin, lessonAddress(WORKPLACE));
  for (const sanitiser of ["of the browser", "of the app"]) {
    if (sanitiser === "of the app") {
      await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, "setHTML"));
      await page.goto(lessonAddress(WORKPLACE));
    }
    const shown = page.locator("article [lang][dir]").first();
    for (const [at, what] of [...Object.keys(HEAVY), ...Object.keys(LIGHT)].entries()) {
      await test.step(`${what}, with the sanitiser ${sanitiser}`, async () => {
        await expect(page.getByText(`Page ${at + 1} of ${pages.length}`)).toBeVisible();
        if (what in HEAVY) await expect(shown).toHaveText("Invalid lesson content");
        else await expect(shown).toContainText(`Readable ${at + 1}.`);
        if (at < pages.length - 1) await page.getByRole("button", { name: "Next page" }).click();
      });
    }
  }
});
