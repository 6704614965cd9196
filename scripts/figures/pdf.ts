import type { Cubic, Point } from "./geometry.ts";

/** Points to the centimetre: PDF's own unit is 1/72 inch. */
const POINTS_PER_CM = 72 / 2.54;

/** A4, in centimetres. */
export const PAPER = { width: 21, height: 29.7 } as const;

export interface Stroke {
  /** In points. */
  readonly width: number;
  /** 0 is black, 1 white. */
  readonly grey?: number;
  /** Lengths of dash and gap, in points. */
  readonly dash?: readonly [number, number];
}

export interface TextStyle {
  /** In points. */
  readonly size: number;
  readonly bold?: boolean;
  readonly grey?: number;
}

/** A rectangle in centimetres. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const number = (value: number): string => String(Math.round(value * 1e4) / 1e4 + 0);

/** Text as a PDF string; the fonts have Latin letters alone. */
const string = (text: string): string =>
  `(${text.replace(/[\\()]/g, "\\$&").replace(/[^\x20-\x7e]/g, (letter) => {
    const code = letter.charCodeAt(0);
    if (code > 0xff) throw new RangeError(`the sheet's fonts have no ${letter}`);
    return `\\${code.toString(8)}`;
  })})`;

/** A page of vector lines and Latin text: x to the right and y down from the paper's corner, in cm. */
export class PdfPage {
  readonly #parts: string[] = [];

  #pair({ x, y }: Point): string {
    return `${number(x * POINTS_PER_CM)} ${number((PAPER.height - y) * POINTS_PER_CM)}`;
  }

  #stroked(path: string, { width, grey = 0, dash }: Stroke): this {
    const dashed = dash ? `[${dash.join(" ")}] 0 d ` : "[] 0 d ";
    this.#parts.push(`${number(width)} w ${number(grey)} G ${dashed}${path} S`);
    return this;
  }

  #rectangle({ x, y, width, height }: Box): string {
    const corner = this.#pair({ x, y: y + height });
    return `${corner} ${number(width * POINTS_PER_CM)} ${number(height * POINTS_PER_CM)} re`;
  }

  line(points: readonly Point[], stroke: Stroke): this {
    const [first, ...rest] = points.map((point) => this.#pair(point));
    return this.#stroked([`${first} m`, ...rest.map((pair) => `${pair} l`)].join(" "), stroke);
  }

  curve([from, a, b, to]: Cubic, stroke: Stroke): this {
    const bend = [a, b, to].map((point) => this.#pair(point)).join(" ");
    return this.#stroked(`${this.#pair(from)} m ${bend} c`, stroke);
  }

  rectangle(box: Box, stroke: Stroke): this {
    return this.#stroked(this.#rectangle(box), stroke);
  }

  text(at: Point, text: string, { size, bold = false, grey = 0 }: TextStyle): this {
    const font = `/${bold ? "B" : "R"} ${number(size)} Tf`;
    this.#parts.push(`BT ${number(grey)} g ${font} ${this.#pair(at)} Td ${string(text)} Tj ET`);
    return this;
  }

  /** What is drawn shows within the box alone. */
  clipped(box: Box, draw: () => void): this {
    this.#parts.push(`q ${this.#rectangle(box)} W n`);
    draw();
    this.#parts.push("Q");
    return this;
  }

  get content(): string {
    return this.#parts.join("\n");
  }
}

/**
 * A PDF of A4 pages, the same bytes for the same pages. Nothing in it is compressed, and it asks to
 * be printed without scaling.
 */
export function writePdf(title: string, pages: readonly PdfPage[]): Uint8Array {
  const media = `[0 0 ${number(PAPER.width * POINTS_PER_CM)} ${number(PAPER.height * POINTS_PER_CM)}]`;
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const firstPage = 6;
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >> >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title ${string(title)} >>`,
    ...pages.flatMap(({ content }, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox ${media} /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${firstPage + 2 * i + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>`;
  return new TextEncoder().encode(`${file}${table}${trailer}\nstartxref\n${file.length}\n%%EOF\n`);
}
