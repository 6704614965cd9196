import { directionOf } from "../../../src/domain/languages.ts";
import type { SheetLanguage } from "../sheet-words.ts";

/** A part of a sheet: points to tick, then lines to fill in. */
export interface TaskPart {
  readonly heading: string;
  readonly text?: string;
  readonly points?: readonly string[];
  readonly lines?: readonly string[];
}

/** The instructions of an assignment in one language. */
export interface TaskText {
  readonly title: string;
  readonly text: string;
  readonly parts: readonly TaskPart[];
}

/** In each language; the sheet has a page for each of them, in this order. */
export type Task = Record<SheetLanguage, TaskText>;

const STYLE = `@page{size:A4;margin:15mm 18mm}
*{box-sizing:border-box}body{margin:0;font:10pt/1.4 "DejaVu Sans"}article+article{break-before:page}
h1{margin:0 0 4mm;padding:0 0 2mm;border-bottom:.5mm dashed #1f5f8b;font-size:18pt;line-height:1.2}
h2{margin:6mm 0 2mm;font-size:12pt}p{margin:0 0 2mm}ul{margin:0;padding:0;list-style:none}
.fill li{display:grid;grid-template-columns:1fr 1fr;gap:4mm;align-items:end;min-height:8mm}
.fill li::after{content:"";border-bottom:.3mm solid #555}
.tick li{position:relative;margin:0 0 1.5mm;padding-inline-start:7mm}
.tick li::before{content:"";position:absolute;inset-inline-start:0;inset-block-start:.8mm;width:3.2mm;height:3.2mm;border:.3mm solid}`;

const list = (kind: string, items: readonly string[] = []): string =>
  items.length === 0
    ? ""
    : `<ul class="${kind}">${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

const part = ({ heading, text, lines, points }: TaskPart): string =>
  `<h2>${heading}</h2>${text ? `<p>${text}</p>` : ""}${list("tick", points)}${list("fill", lines)}`;

/** The instructions of an assignment to print on A4, a page for each language. */
export const taskSheet = (task: Task): string => {
  const entries = Object.entries(task) as [SheetLanguage, TaskText][];
  const pages = entries.map(
    ([language, { title, text, parts }]) =>
      `<article lang="${language}" dir="${directionOf(language)}"><h1>${title}</h1><p>${text}</p>` +
      `${parts.map(part).join("")}</article>`,
  );
  const title = entries.map(([, text]) => text.title).join(" · ");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>${pages.join("")}</html>`;
};
