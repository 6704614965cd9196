import type { Files } from "./small-school.ts";

/** A school that writes in one language, with a second one to which something is translated. */
export const writtenIn = (first: string, second: string): Files => ({
  "school.yaml": `languages: [${first}, ${second}]
organisation: {id: 1, name: Schule, email: desk@schule.example}
products: [PM]
announcements:
  - {id: 1, from: 2026-03-01, to: 2026-03-31, ${first}: {title: Zu, body: Am Freitag}}
mails: {signature: {${first}: Grüße}}
`,
  "PM/course.yaml": `product: {id: 1, title: {${first}: Schnitt}, description: {${first}: Über Schnitte}}
menu:
  - key: rock
    title: {${first}: Rock, ${second}: Skirt}
    descr: {${first}: Der Rock}
    sections: [{title: {${first}: Anfang}, lessons: [rahmen, saum]}]
courses:
  PMB: {id: 11, title: {${first}: Grundkurs}, weeklyTarget: 5, packages: [{id: 1, pdf: b.pdf, menus: [rock]}]}
`,
  "PM/assets/b.pdf": "%PDF",
  "PM/lessons/rahmen.md": `---\nid: 1\ntitle: {${first}: Rahmen}\ntype: text\n---\n# Rahmen\n\nEin [Abnäher](term:abnaeher).\n`,
  [`PM/lessons/rahmen.${second}.md`]: "# Frame\n\nA dart.\n",
  "PM/lessons/saum.md": `---\nid: 2\ntitle: {${first}: Saum, ${second}: Hem}\ntype: text\n---\n# Saum\n\nNähen.\n`,
  "glossary.yaml": `- {term: abnaeher, ${first}: {term: Abnäher, definition: Ein Keil}}\n`,
  "faq.yaml": `- {category: {${first}: Lernen}, ${first}: {question: Wie?, answer: So.}}\n`,
  "instructions/1-los.md": `---\nid: 1\ntitle: {${first}: Los}\n---\nSo geht es.\n`,
});
