import { directionOf } from "../../src/domain/languages.ts";
import sheet from "./measurement-sheet.json" with { type: "json" };
import { fillPlaces, messagesOf, type SheetLanguage } from "./sheet-words.ts";

/** The measures by group, each with the allowed difference of its two readings in centimetres. */
const { rows: ROWS, words: WORDS } = sheet;

const STYLE = `@page{size:A4;margin:12mm 14mm}
*{box-sizing:border-box}article+article{break-before:page}body{margin:0;font:9.5pt/1.25 "DejaVu Sans"}
h1{margin:0 0 3mm;font-size:15pt;font-weight:400}h1 small{font-size:10pt}
.who{display:grid;grid-template-columns:1fr 1fr;gap:2mm 8mm;margin:0 0 4mm}
.who p{margin:0;padding:1.6mm 0 .8mm;border-bottom:.3mm solid}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th,td{height:6.1mm;padding:0 1.5mm;border:.2mm solid #555;font-weight:400;text-align:start}
col.n{width:17mm}col.d{width:20mm}thead th,td{text-align:center}thead :is(th,td){border:0;font-size:8pt;vertical-align:bottom}
tbody .group th{background:#e6e6e6}ul{margin:3mm 0 0;padding:0;list-style:none;font-size:8.5pt}`;

/** The sheet in one language: a page of its own. */
const article = (language: SheetLanguage): string => {
  const words = WORDS[language];
  const say = messagesOf(language);
  const number = (value: number): string => value.toLocaleString(language);
  const groups: Record<keyof typeof ROWS, string> = {
    general: say("measuring.group-general"),
    girths: say("measuring.group-girth"),
    torso: say("measuring.group-torso"),
    belowWaist: words.belowWaist,
    shoulderAndArm: words.shoulderAndArm,
  };
  const row = (name: string, tolerance: string): string =>
    `<tr><th scope="row">${name}</th><td></td><td></td><td></td><td></td><td>${tolerance}</td></tr>`;
  const body = Object.entries(ROWS).map(([group, measures]) => {
    const rows = Object.entries(measures).map(([id, value]) =>
      row(say(`measure.${id}`), number(value)),
    );
    if (group === "belowWaist") rows.push(row(words.skirt, ""));
    const heading = groups[group as keyof typeof ROWS];
    return `<tr class="group"><th scope="rowgroup" colspan="6">${heading}</th></tr>${rows.join("")}`;
  });
  const heads = ["1", "2", "3", words.holds, words.mayDiffer];
  const who = [say("profile.name"), words.date, words.measuredBy, words.worn];
  return `<article lang="${language}" dir="${directionOf(language)}">
<h1>${words.title} <small>${words.note}</small></h1>
<div class="who">${who.map((label) => `<p>${label}</p>`).join("")}</div>
<table><colgroup><col><col class="n" span="4"><col class="d"></colgroup>
<thead><tr><td></td>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead>
<tbody>${body.join("")}</tbody></table>
<ul>${words.rules.map((rule) => `<li>${fillPlaces(rule, { half: number(0.5) })}</li>`).join("")}</ul>
</article>`;
};

/**
 * The measurement sheet to print on A4, a page for each language. The measures have the names of the
 * measurement tables in the app, into which students type them.
 */
export const measurementSheet = (languages: readonly SheetLanguage[]): string =>
  `<!doctype html><html lang="${languages[0]}"><meta charset="utf-8"><title>${languages
    .map((language) => WORDS[language].title)
    .join(" · ")}</title><style>${STYLE}</style>${languages.map(article).join("")}</html>`;
