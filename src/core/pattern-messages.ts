/**
 * The names of what is drafted, by its name in the draft. Whoever adds a block, an option, a piece, an edge or a
 * reason adds its text here. A name without a text is shown as it is, so that no draft is without names.
 */

import type { MessageId } from "../i18n/message-id.ts";
import type { Text } from "../i18n/use-text.ts";

export type Names = Readonly<Record<string, MessageId>>;

/** Blocks and garments by id. */
export const blockNames: Names = {
  "skirt-block": "patterns.block.skirt-block",
  "trousers-block": "patterns.block.trousers-block",
  "bodice-block": "patterns.block.bodice-block",
  "sleeve-block": "patterns.block.sleeve-block",
  "pencil-skirt": "patterns.block.pencil-skirt",
};

export const optionNames: Names = {
  length: "patterns.option.length",
  waistEase: "patterns.option.waistEase",
  hipEase: "patterns.option.hipEase",
  crotchEase: "patterns.option.crotchEase",
  hemHeight: "patterns.option.hemHeight",
  kneeWider: "patterns.option.kneeWider",
  hemWider: "patterns.option.hemWider",
  frontDarts: "patterns.option.frontDarts",
  backDarts: "patterns.option.backDarts",
  seamAllowance: "patterns.option.seamAllowance",
  hemAllowance: "patterns.option.hemAllowance",
  style: "patterns.option.style",
  sideShift: "patterns.option.sideShift",
  flare: "patterns.option.flare",
  circle: "patterns.option.circle",
  waistband: "patterns.option.waistband",
  bustEase: "patterns.option.bustEase",
  bodiceLength: "patterns.option.bodiceLength",
  backShoulder: "patterns.option.backShoulder",
  dartPlace: "patterns.option.dartPlace",
  dartShare: "patterns.option.dartShare",
  curvedHemAllowance: "patterns.option.curvedHemAllowance",
  capEase: "patterns.option.capEase",
  bicepsEase: "patterns.option.bicepsEase",
  wristEase: "patterns.option.wristEase",
  lengthChange: "patterns.option.lengthChange",
  taper: "garments.option.taper",
  vent: "garments.option.vent",
  ventLength: "garments.option.ventLength",
  waistFinish: "garments.option.waistFinish",
  lining: "garments.option.lining",
};

export const choiceNames: Names = {
  straight: "patterns.choice.straight",
  "a-line": "patterns.choice.a-line",
  panelled: "patterns.choice.panelled",
  circle: "patterns.choice.circle",
  automatic: "patterns.choice.automatic",
  quarter: "patterns.choice.quarter",
  half: "patterns.choice.half",
  "three-quarters": "patterns.choice.three-quarters",
  full: "patterns.choice.full",
  none: "patterns.choice.none",
  "to-waist": "patterns.choice.to-waist",
  "to-hip": "patterns.choice.to-hip",
  eased: "patterns.choice.eased",
  dart: "patterns.choice.dart",
  shoulder: "patterns.choice.shoulder",
  armscye: "patterns.choice.armscye",
  side: "patterns.choice.side",
  waist: "patterns.choice.waist",
  centre: "patterns.choice.centre",
  neck: "patterns.choice.neck",
  facing: "garments.choice.facing",
  lapped: "garments.choice.lapped",
  lined: "garments.choice.lined",
  unlined: "garments.choice.unlined",
  waistband: "patterns.piece.waistband",
};

export const pieceNames: Names = {
  "skirt-back": "patterns.piece.skirt-back",
  "skirt-front": "patterns.piece.skirt-front",
  "trousers-front": "patterns.piece.trousers-front",
  "trousers-back": "patterns.piece.trousers-back",
  "skirt-circle": "patterns.piece.skirt-circle",
  "centre-back": "patterns.piece.centre-back",
  "side-back": "patterns.piece.side-back",
  "side-front": "patterns.piece.side-front",
  "centre-front": "patterns.piece.centre-front",
  waistband: "patterns.piece.waistband",
  "bodice-back": "patterns.piece.bodice-back",
  "bodice-front": "patterns.piece.bodice-front",
  sleeve: "patterns.piece.sleeve",
  "facing-back": "garments.piece.facing-back",
  "facing-front": "garments.piece.facing-front",
  "lining-back": "garments.piece.lining-back",
  "lining-front": "garments.piece.lining-front",
};

export const edgeNames: Names = {
  waist: "patterns.edge.waist",
  side: "patterns.edge.side",
  hem: "patterns.edge.hem",
  fold: "patterns.edge.fold",
  centre: "patterns.edge.centre",
  inseam: "patterns.edge.inseam",
  crotch: "patterns.edge.crotch",
  "panel-back": "patterns.edge.panel-back",
  "panel-front": "patterns.edge.panel-front",
  top: "patterns.edge.top",
  start: "patterns.edge.start",
  end: "patterns.edge.end",
  overlap: "patterns.edge.overlap",
  "waist-back": "patterns.edge.waist-back",
  "waist-front": "patterns.edge.waist-front",
  "waist-other-back": "patterns.edge.waist-other-back",
  "waist-other-front": "patterns.edge.waist-other-front",
  "waist-one": "patterns.edge.waist-one",
  "waist-other": "patterns.edge.waist-other",
  shoulder: "patterns.edge.shoulder",
  neck: "patterns.edge.neck",
  armscye: "patterns.edge.armscye",
  cap: "patterns.edge.cap",
  "underarm-front": "patterns.edge.underarm-front",
  "underarm-back": "patterns.edge.underarm-back",
  wrist: "patterns.edge.wrist",
  lower: "garments.edge.lower",
  vent: "garments.edge.vent",
  "vent-top": "garments.edge.vent-top",
};

/** Seams, which are edges that are sewn together. */
export const seamNames: Names = {
  side: "patterns.seam.side",
  inseam: "patterns.seam.inseam",
  crotch: "patterns.seam.crotch",
  "panel-back": "patterns.seam.panel-back",
  "panel-front": "patterns.seam.panel-front",
  "waist-back": "patterns.seam.waist-back",
  "waist-front": "patterns.seam.waist-front",
  "waist-other-back": "patterns.seam.waist-other-back",
  "waist-other-front": "patterns.seam.waist-other-front",
  "waist-one": "patterns.seam.waist-one",
  "waist-other": "patterns.seam.waist-other",
  shoulder: "patterns.seam.shoulder",
  underarm: "patterns.seam.underarm",
};

/** Why measures and options do not go together. A text gets `values` of the problem. */
export const unfitReasons: Names = {
  "trousers-hip-low": "patterns.problem.trousers-hip-low",
  "trousers-hem-high": "patterns.problem.trousers-hem-high",
  "trousers-waist": "patterns.problem.trousers-waist",
  "waist-beyond-hip": "patterns.problem.waist-beyond-hip",
  "waist-far-from-hip": "patterns.problem.waist-far-from-hip",
  "too-few-darts": "patterns.problem.too-few-darts",
  "too-many-darts": "patterns.problem.too-many-darts",
  "hip-too-near": "patterns.problem.hip-too-near",
  "ends-above-hip": "patterns.problem.ends-above-hip",
  "circle-too-tight": "patterns.problem.circle-too-tight",
  "bodice-waist-small": "patterns.problem.bodice-waist-small",
  "bodice-waist-large": "patterns.problem.bodice-waist-large",
  "bodice-armscye-narrow": "patterns.problem.bodice-armscye-narrow",
  "bodice-side-far": "patterns.problem.bodice-side-far",
  "bodice-bust-point": "patterns.problem.bodice-bust-point",
  "bodice-armscye-depth": "patterns.problem.bodice-armscye-depth",
  "bodice-shoulder": "patterns.problem.bodice-shoulder",
  "bodice-lines": "patterns.problem.bodice-lines",
  "bodice-hip": "patterns.problem.bodice-hip",
  "bodice-hip-dart": "patterns.problem.bodice-hip-dart",
  "bodice-child": "patterns.problem.bodice-child",
  "allowance-wide": "patterns.problem.allowance-wide",
  "choice-unfit": "patterns.problem.choice-unfit",
  "not-sound": "patterns.problem.not-sound",
  "sleeve-cap-flat": "patterns.problem.sleeve-cap-flat",
  "sleeve-cap-high": "patterns.problem.sleeve-cap-high",
  "sleeve-short": "patterns.problem.sleeve-short",
  "too-narrow-to-walk": "garments.problem.too-narrow-to-walk",
  "vent-too-high": "garments.problem.vent-too-high",
};

/** What a person should know of a draft that is made. A text gets `values` of the problem. */
export const noteTexts: Names = {
  "bodice-high-bust": "patterns.note.bodice-high-bust",
  "bodice-dart-two": "patterns.note.bodice-dart-two",
  "bodice-waist-two": "patterns.note.bodice-waist-two",
};

/** What a garment measures round, by its name in `Pattern.girths`. */
export const girthNames: Names = {
  waist: "patterns.girth.waist",
  hip: "patterns.girth.hip",
  bust: "patterns.girth.bust",
  hem: "patterns.edge.hem",
};

/** The text of a name; the name itself, in words, if it has none. */
export const nameIn = (
  text: Text,
  names: Names,
  name: string,
  values?: Readonly<Record<string, string | number>>,
): string => {
  const id = Object.hasOwn(names, name) ? names[name] : undefined;
  return id ? text(id, values) : name.replaceAll("-", " ");
};

/** The name of an edge, or of edges that are named after their seam. */
const edgeName = (text: Text, edge: string): string =>
  nameIn(text, Object.hasOwn(edgeNames, edge) ? edgeNames : seamNames, edge);

/** The name of an option: of the block, or the allowance of an edge. */
export const optionName = (text: Text, option: string): string =>
  Object.hasOwn(optionNames, option) || !option.endsWith("Allowance")
    ? nameIn(text, optionNames, option)
    : text("patterns.option.edgeAllowance", {
        edge: edgeName(text, option.replace(/Allowance$/, "")),
      });
