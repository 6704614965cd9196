import { readFileSync } from "node:fs";
import { directionOf } from "../../src/domain/languages.ts";

/** The languages in which the course has a measurement sheet. */
export const SHEET_LANGUAGES = ["en", "he", "de", "el", "fr"] as const;
export type SheetLanguage = (typeof SHEET_LANGUAGES)[number];

/** What the interface has no word for. */
interface SheetWords {
  readonly title: string;
  readonly note: string;
  readonly date: string;
  readonly measuredBy: string;
  readonly worn: string;
  readonly holds: string;
  readonly mayDiffer: string;
  readonly skirt: string;
  readonly belowWaist: string;
  readonly shoulderAndArm: string;
  readonly rules: readonly string[];
}

const WORDS: Record<SheetLanguage, SheetWords> = {
  en: {
    title: "Measurement sheet",
    note: "in cm, without ease",
    date: "Date",
    measuredBy: "Measured by",
    worn: "Worn",
    holds: "holds",
    mayDiffer: "may differ by",
    skirt: "Length of skirt wished",
    belowWaist: "Below the waist",
    shoulderAndArm: "Shoulder and arm",
    rules: [
      "Column 3 only where 1 and 2 differ by more than allowed.",
      "Write left and right where they differ by more than {half} cm.",
      "Card used for belly or thighs: yes / no",
    ],
  },
  he: {
    title: "דף מידות",
    note: "בס״מ, בלי תוספת נוחות",
    date: "תאריך",
    measuredBy: "נמדד על ידי",
    worn: "לבוש בזמן המדידה",
    holds: "קובע",
    mayDiffer: "הפרש מותר",
    skirt: "אורך החצאית הרצוי",
    belowWaist: "מתחת למותן",
    shoulderAndArm: "כתף וזרוע",
    rules: [
      "עמודה 3 רק אם ההפרש בין 1 ל־2 גדול מהמותר.",
      "אם ימין ושמאל נבדלים ביותר מ־{half} ס״מ, רושמים את שניהם.",
      "נמדד עם קרטון על הבטן או הירכיים: כן / לא",
    ],
  },
  de: {
    title: "Maßblatt",
    note: "in cm, ohne Bequemlichkeitszugabe",
    date: "Datum",
    measuredBy: "Gemessen von",
    worn: "Kleidung beim Messen",
    holds: "gilt",
    mayDiffer: "darf abweichen",
    skirt: "Gewünschte Rocklänge",
    belowWaist: "Unterhalb der Taille",
    shoulderAndArm: "Schulter und Arm",
    rules: [
      "Spalte 3 nur, wo 1 und 2 um mehr als erlaubt abweichen.",
      "Links und rechts notieren, wo sie um mehr als {half} cm abweichen.",
      "Karton für Bauch oder Oberschenkel benutzt: ja / nein",
    ],
  },
  el: {
    title: "Φύλλο μέτρων",
    note: "σε cm, χωρίς άνεση",
    date: "Ημερομηνία",
    measuredBy: "Μέτρησε",
    worn: "Ρούχα στη μέτρηση",
    holds: "ισχύει",
    mayDiffer: "επιτρεπτή διαφορά",
    skirt: "Επιθυμητό μήκος φούστας",
    belowWaist: "Κάτω από τη μέση",
    shoulderAndArm: "Ώμος και χέρι",
    rules: [
      "Στήλη 3 μόνο όπου οι 1 και 2 διαφέρουν περισσότερο απ’ όσο επιτρέπεται.",
      "Αριστερά και δεξιά γράφονται όπου διαφέρουν πάνω από {half} cm.",
      "Χρησιμοποιήθηκε χαρτόνι για κοιλιά ή μηρούς: ναι / όχι",
    ],
  },
  fr: {
    title: "Fiche de mesures",
    note: "en cm, sans aisance",
    date: "Date",
    measuredBy: "Mesures prises par",
    worn: "Tenue portée",
    holds: "retenu",
    mayDiffer: "écart permis",
    skirt: "Longueur de jupe souhaitée",
    belowWaist: "Au-dessous de la taille",
    shoulderAndArm: "Épaule et bras",
    rules: [
      "Colonne 3 seulement là où 1 et 2 diffèrent de plus que l’écart permis.",
      "Noter gauche et droite là où elles diffèrent de plus de {half} cm.",
      "Carton utilisé pour le ventre ou les cuisses : oui / non",
    ],
  },
};

/** The measures by group, each with what its two readings may differ by, in centimetres. */
const ROWS = {
  general: { height: 0.5 },
  girths: {
    neck_base_girth: 0.5,
    upper_chest_girth: 1,
    bust_girth: 1,
    under_bust_girth: 1,
    waist_girth: 1,
    top_hip_girth: 1,
    hip_girth: 1,
  },
  torso: {
    back_neck_to_waist: 0.5,
    scye_depth: 0.5,
    side_neck_to_waist_back: 0.5,
    side_neck_to_bust_point: 0.5,
    side_neck_to_waist_front: 0.5,
    front_neck_to_waist: 0.5,
    bust_point_distance: 0.3,
    bust_front_arc: 0.5,
  },
  belowWaist: { waist_to_hip: 0.5, waist_to_knee: 0.5, waist_to_floor: 0.5 },
  shoulderAndArm: {
    shoulder_length: 0.3,
    across_back_shoulder_width: 0.3,
    across_front_width: 0.3,
    across_back_width: 0.3,
    upper_arm_length: 0.5,
    outer_arm_length: 0.5,
    back_neck_to_wrist: 0.5,
    upper_arm_girth: 1,
    elbow_girth: 1,
    wrist_girth: 0.5,
  },
} as const;

const STYLE = `@page{size:A4;margin:12mm 14mm}
*{box-sizing:border-box}article+article{break-before:page}body{margin:0;font:9.5pt/1.25 "DejaVu Sans"}
h1{margin:0 0 3mm;font-size:15pt;font-weight:400}h1 small{font-size:10pt}
.who{display:grid;grid-template-columns:1fr 1fr;gap:2mm 8mm;margin:0 0 4mm}
.who p{margin:0;padding:1.6mm 0 .8mm;border-bottom:.3mm solid}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th,td{height:6.1mm;padding:0 1.5mm;border:.2mm solid #555;font-weight:400;text-align:start}
col.n{width:17mm}col.d{width:20mm}thead th,td{text-align:center}thead :is(th,td){border:0;font-size:8pt;vertical-align:bottom}
tbody .group th{background:#e6e6e6}ul{margin:3mm 0 0;padding:0;list-style:none;font-size:8.5pt}`;

const messagesOf = (language: SheetLanguage): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), "utf8"));

/** The sheet in one language: a page of its own. */
const article = (language: SheetLanguage): string => {
  const words = WORDS[language];
  const messages = messagesOf(language);
  const say = (id: string): string => {
    const message = messages[id];
    if (!message) throw new Error(`${language} has no message ${id}`);
    return message;
  };
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
<ul>${words.rules.map((rule) => `<li>${rule.replace("{half}", number(0.5))}</li>`).join("")}</ul>
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
