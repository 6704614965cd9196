import { hash } from "node:crypto";
import type { Measures } from "../../drafting/block.ts";
import { blockOf, completeOptions } from "../../drafting/draft.ts";
import { EXAMPLE_BODY } from "../../drafting/example-body.ts";
import { centimetres } from "../../drafting/figures/figure.ts";
import { drawFigure, figureNames } from "../../drafting/figures/figures.ts";
import { decimalSign } from "./draft-numbers.ts";
import { type Say, sayUnknown } from "./problem-list.ts";
import type { SchoolFile } from "./school.ts";

/** The folder of the drawn figures among the assets. It is on no disk of an author. */
export const DRAWN_FOLDER = "draft-figures/";

/** The figures of drafts that a product's lessons name. */
export interface DrawnFigures {
  /**
   * Records a figure such as `skirt-block/frame`. Reports one that does not exist.
   * @returns the name of its file among the assets
   */
  take(name: string, language: string, say: Say): string;
  /** The figures that have been recorded, as files. */
  files(): Promise<SchoolFile[]>;
}

const drawn = new Map<string, string>();

/** A figure of the example body, with the decimal sign of a language. There are few, so they are kept. */
const drawExample = (name: string, sign: string): string | null => {
  const known = drawn.get(`${name} ${sign}`);
  if (known !== undefined) return known;
  const block = blockOf(name.split("/", 1)[0] ?? "");
  const options = block ? completeOptions(block, {}) : {};
  const drawing = drawFigure(name, EXAMPLE_BODY as Measures, options, centimetres(sign));
  if (!drawing) return null;
  const figure = drawing.toString();
  drawn.set(`${name} ${sign}`, figure);
  return figure;
};

const fileOf = (name: string, sign: string): string =>
  `${DRAWN_FOLDER}${name}${sign === "," ? "-comma" : ""}.svg`;

const FILE = /^draft-figures\/(.+?)(-comma)?\.svg$/;

/** The name of the file of a figure among the assets; null if there is no such figure. */
export const figureFile = (name: string, language: string): string | null => {
  const sign = decimalSign(language);
  const [plain, own] = [drawExample(name, "."), drawExample(name, sign)];
  // A figure without decimals is the same in every language.
  return plain === null || own === null ? null : fileOf(name, plain === own ? "." : sign);
};

/** The bytes of a drawn figure by the name of its file; null if it is none. */
export const drawnFigure = (title: string): string | null => {
  const [, name, comma] = FILE.exec(title) ?? [];
  return name === undefined ? null : drawExample(name, comma ? "," : ".");
};

/** @param product upper-case key */
export const openDrawnFigures = (product: string): DrawnFigures => {
  const taken = new Map<string, string>();
  return {
    take(name, language, say) {
      const title = figureFile(name, language);
      const figure = title && drawnFigure(title);
      if (!title || !figure) {
        sayUnknown(say, "There is no figure", "figure", name, figureNames());
        return "";
      }
      taken.set(title, figure);
      return title;
    },
    files: async () =>
      [...taken].map(([title, figure]): SchoolFile => {
        const source = Buffer.from(figure);
        const size = source.length;
        const checksum = hash("sha256", source);
        return { kind: "asset", product, title, source, type: "image/svg+xml", size, checksum };
      }),
  };
};
