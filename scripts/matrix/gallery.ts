import { escapeUTF8 } from "entities";

export interface Cell {
  screen: string;
  language: string;
  direction: "ltr" | "rtl";
  /** `light`, `dark`, or `forced` for forced colours. */
  theme: string;
  /** In CSS pixels. */
  width: number;
  /** The file's name, beside the page. */
  picture: string;
  findings: readonly string[];
}

const figureOf = ({ findings, picture, ...cell }: Cell): string => {
  const name = `${cell.screen}, ${cell.language} (${cell.direction}), ${cell.theme}, ${cell.width} px`;
  const list = findings.map((finding) => `<li>${escapeUTF8(finding)}</li>`).join("");
  return `<figure data-findings="${findings.length}"><a href="${picture}"><img loading="lazy" src="${picture}" alt="${escapeUTF8(name)}"></a>
<figcaption>${escapeUTF8(name)}${list && `<ul>${list}</ul>`}</figcaption></figure>`;
};

/** An HTML page with all pictures by screen, and what was found in each of them. */
export const galleryOf = (cells: readonly Cell[]): string => {
  const screens = [...new Set(cells.map(({ screen }) => screen))];
  const total = cells.reduce((sum, { findings }) => sum + findings.length, 0);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>The matrix of screens</title>
<style>
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
section>div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}
figure{margin:0;inline-size:18rem}
img{inline-size:100%;border:1px solid #888}
[data-findings]:not([data-findings="0"]) img{border:3px solid #c00}
label{margin-inline-end:1rem}
body:has(#only:checked) [data-findings="0"]{display:none}
</style>
<h1>The matrix of screens</h1>
<p>${cells.length} pictures, ${total} findings. <label><input type="checkbox" id="only"> only those with findings</label></p>
<nav>${screens.map((screen) => `<a href="#${screen}">${screen}</a>`).join(" ")}</nav>
${screens
  .map(
    (screen) => `<section id="${screen}"><h2>${screen}</h2><div>
${cells
  .filter((cell) => cell.screen === screen)
  .map(figureOf)
  .join("\n")}
</div></section>`,
  )
  .join("\n")}
</html>
`;
};
