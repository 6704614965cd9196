import { escapeXml } from "../../lib/escape-xml.ts";
import { type Drawing, isCurve, LAYERS, type Line, type Text } from "./drawing.ts";
import type { Page, PageOptions } from "./pdf.ts";

/** Centimetres in millimetres, the unit of the file. */
const mm = (centimetres: number): string => {
  if (!Number.isFinite(centimetres))
    throw new RangeError("A drawing has a point that is not finite.");
  return String(Math.round(centimetres * 1e4) / 1e3 + 0);
};

const pair = ({ x, y }: { x: number; y: number }): string => `${mm(x)} ${mm(y)}`;

const pathOf = ({ start, steps, isClosed }: Line): string => {
  const parts = steps.map((step) =>
    isCurve(step) ? `C${step.map(pair).join(" ")}` : `L${pair(step)}`,
  );
  return `<path d="M${pair(start)}${parts.join("")}${isClosed ? "Z" : ""}"/>`;
};

const textOf = (
  { text, at, anchor, size, isBold, turn = 0 }: Text,
  isRightToLeft: boolean,
): string => {
  const start = isRightToLeft ? "right" : "left";
  const place = anchor === "middle" ? "middle" : anchor === start ? "start" : "end";
  const rotate =
    turn === 0 ? "" : ` transform="rotate(${Math.round(turn * 1e3) / 1e3} ${pair(at)})"`;
  const weight = isBold ? ' font-weight="700"' : "";
  return `<text x="${mm(at.x)}" y="${mm(at.y)}" font-size="${mm(size)}" text-anchor="${place}"${weight}${rotate}>${escapeXml(text)}</text>`;
};

/** @param id distinguishes the layers of several parts */
const layersOf = ({ lines, texts }: Drawing, id: string, options: PageOptions): string =>
  LAYERS.flatMap((layer) => {
    const paths = lines.filter((line) => line.layer === layer).map(pathOf);
    const words = texts
      .filter((text) => text.layer === layer)
      .map((text) => textOf(text, options.isRightToLeft));
    if (paths.length === 0 && words.length === 0) return [];
    const { width, colour, dash } = options.styles[layer];
    const ink = `rgb(${colour.join(",")})`;
    const dashes = dash ? ` stroke-dasharray="${dash.map(mm).join(" ")}"` : "";
    const drawn =
      paths.length > 0
        ? `<g fill="none" stroke="${ink}" stroke-width="${mm(width)}"${dashes} stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</g>`
        : "";
    const written = words.length > 0 ? `<g fill="${ink}">${words.join("")}</g>` : "";
    return `<g id="${id}${layer}" inkscape:groupmode="layer" inkscape:label="${escapeXml(options.layers[layer])}">${drawn}${written}</g>`;
  }).join("\n");

/** A page as SVG in its real size: a unit is a millimetre, and each kind of line is a named layer. */
export const writeSvg = ({ width, height, parts }: Page, options: PageOptions): string => {
  const drawn = parts.map(({ drawing, clip }, i) => {
    const layers = layersOf(drawing, i === 0 ? "" : `part${i}-`, options);
    if (!clip) return layers;
    const box = `${mm(clip.x)} ${mm(clip.y)} ${mm(clip.width)} ${mm(clip.height)}`;
    const [x, y, wide, high] = box.split(" ");
    return `<svg x="${x}" y="${y}" width="${wide}" height="${high}" viewBox="${box}" overflow="hidden">${layers}</svg>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="${mm(width)}mm" height="${mm(height)}mm" viewBox="0 0 ${mm(width)} ${mm(height)}" xml:lang="${escapeXml(options.language)}" direction="${options.isRightToLeft ? "rtl" : "ltr"}" font-family="sans-serif">
<title>${escapeXml(options.title)}</title>
${drawn.join("\n")}
</svg>
`;
};
