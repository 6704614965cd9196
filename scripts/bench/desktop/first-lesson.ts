import { readFileSync } from "node:fs";
import * as v from "valibot";
import { product } from "../../../src/contract/content.ts";
import { openApp } from "./app.ts";

const content = v.object({ data: v.object({ products: v.object({ PM: product }) }) });

/**
 * Finds the address of the first lesson of PMB in the app.
 * @param file `content.json` of the app's folder
 */
export const firstLesson = (file: string): string => {
  const { data } = v.parse(content, JSON.parse(readFileSync(file, "utf8")));
  const [first] = data.products.PM.courses.PMB?.lessonsOrder ?? [];
  if (!first) throw new Error("PMB has no lesson.");
  return `/tls/lessons/PM/PMB/${first.id}`;
};

/**
 * Starts the app at a lesson.
 * @returns milliseconds from the page's start until the lesson is visible
 */
export const timeLesson = async (school: string, home: string, place: string): Promise<number> => {
  const app = await openApp(school, home, place);
  try {
    await app.until(() => {
      const { notes } = window as unknown as { notes: { lessonMs: number | null } };
      return notes.lessonMs !== null;
    });
    return (await app.notes()).lessonMs ?? Number.NaN;
  } finally {
    await app.close();
  }
};
