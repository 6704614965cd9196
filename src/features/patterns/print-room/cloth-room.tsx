import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { nameIn, pieceNames } from "../../../core/pattern-messages.ts";
import type { Units } from "../../../domain/measurements/fields.ts";
import { inchesText } from "../../../domain/measurements/format-measure.ts";
import type { DraftRequest } from "../../../drafting/draft.ts";
import type { ClothPlan } from "../../../drafting/print/cloth.ts";
import {
  type ClothSetup,
  clothToBuy,
  MATERIALS,
  type Material,
} from "../../../drafting/print/cloth-setup.ts";
import type { Box } from "../../../drafting/print/drawing.ts";
import type { Placement } from "../../../drafting/print/lay-out.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { useLengthText } from "../pattern-texts.ts";
import { useCloth, WIDTHS } from "./cloth-model.ts";
import { PieceBoard } from "./plan-picture.tsx";
import styles from "./print-room.module.css";

const materialNames: Readonly<Record<Material, MessageId>> = {
  cloth: "patterns.cloth",
  lining: "patterns.cloth.lining",
  fusible: "patterns.cloth.fusible",
};

const SHRINKAGES = [0, 2, 3, 5, 8, 10] as const;

/** Says how much is bought and how it lies, in the interface language. */
export const useClothText = (units: Units) => {
  const text = useText();
  const { formatNumber, locale } = useIntl();
  const { full: lengthOf } = useLengthText(units);

  const lengthToBuy = (length: number): string => {
    const { cm, eighths } = clothToBuy(length);
    const yards = inchesText(eighths, String);
    const format = new Intl.NumberFormat(locale, { style: "unit", unit: "yard" });
    const yard = format.formatToParts(2).find(({ type }) => type === "unit")?.value ?? "yd";
    return text("patterns.cloth.buy", {
      cm: formatNumber(cm, { style: "unit", unit: "centimeter" }),
      yards: `${yards}\u00a0${yard}`,
    });
  };
  const pieceNamesOf = (pieces: readonly string[]) =>
    pieces.map((piece) => nameIn(text, pieceNames, piece)).join(", ");

  return {
    /** What is bought of a material, or why it cannot be laid. */
    needed: ({ material, length, tooWide }: ClothPlan): string => {
      const need =
        tooWide.length > 0
          ? text("patterns.cloth.too-wide", { pieces: pieceNamesOf(tooWide) })
          : lengthToBuy(length);
      return text("patterns.cloth.of", { material: text(materialNames[material]), need });
    },
    /** How wide it is, and how it lies. */
    lies: ({ width, isFolded, hasNap }: ClothSetup): string =>
      [
        text("patterns.cloth.wide", { width: lengthOf(width) }),
        text(isFolded ? "patterns.cloth.on-fold" : "patterns.cloth.single"),
        hasNap ? text("patterns.cloth.nap") : "",
      ]
        .filter(Boolean)
        .join(" \u00b7 "),
  };
};

interface MaterialRoomProps {
  plan: ClothPlan;
  setup: ClothSetup;
  moved: readonly Placement[];
  units: Units;
}

/** One material: how it lies, and the pieces on it. */
const MaterialRoom = ({ plan, setup, moved, units }: MaterialRoomProps) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const cloth = useCloth();
  const words = useClothText(units);
  const { full: lengthOf } = useLengthText(units);
  const { material, isFolded, width, layout, pieces, overlapping } = plan;
  const set = (change: Partial<ClothSetup>) => cloth.set(material, change);
  const nameOf = (name: string) => {
    const piece = pieces.find((each) => each.name === name)?.piece ?? name;
    const copy = name.slice(piece.length);
    return nameIn(text, pieceNames, piece) + copy;
  };
  /** Half a turn keeps the grain. */
  const turned = (_: Box, placement: Placement): Placement | null => {
    const piece = pieces.find(({ name }) => name === placement.name);
    if (!piece?.turns.includes(180)) return null;
    return { ...placement, turn: placement.turn === 180 ? 0 : 180 };
  };
  const [one, other] = overlapping ?? [];
  const choices = [...new Set([...WIDTHS[units], setup.width])].sort((a, b) => a - b);
  return (
    <section className={styles.room} aria-label={text(materialNames[material])}>
      <p role="status">
        <strong>{words.needed(plan)}</strong>
        {one && other
          ? ` \u00b7 ${text("patterns.print.overlapping", { one: nameOf(one), other: nameOf(other) })}`
          : null}
      </p>
      <div className={styles.form}>
        <ChoiceField
          label={text("patterns.cloth.width")}
          value={String(setup.width)}
          options={choices.map((cm) => [String(cm), lengthOf(cm)] as const)}
          onChange={(value) => set({ width: Number(value) })}
        />
        <ChoiceField
          label={text("patterns.cloth.layers")}
          value={setup.isFolded ? "folded" : "single"}
          options={[
            ["folded", text("patterns.cloth.folded")],
            ["single", text("patterns.cloth.single")],
          ]}
          onChange={(value) => set({ isFolded: value === "folded" })}
        />
        <ChoiceField
          label={text("patterns.cloth.shrinkage")}
          value={String(setup.shrinkage)}
          options={[...new Set([...SHRINKAGES, setup.shrinkage])].map(
            (percent) =>
              [String(percent), formatNumber(percent / 100, { style: "percent" })] as const,
          )}
          onChange={(value) => set({ shrinkage: Number(value) })}
        />
        <Switch checked={setup.hasNap} onChange={(hasNap) => set({ hasNap })}>
          {text("patterns.cloth.nap")}
        </Switch>
      </div>
      {layout.placements.length > 0 ? (
        <>
          {isFolded ? <p>{text("patterns.cloth.on-fold")}</p> : null}
          <PieceBoard
            label={text("patterns.cloth.plan", { material: text(materialNames[material]) })}
            hint={text("patterns.print.hint")}
            width={width}
            height={layout.height}
            background={
              <g className={styles.sheet}>
                <rect width={width} height={layout.height} />
                {isFolded ? <path className={styles.fold} d={`M0 0V${layout.height}`} /> : null}
              </g>
            }
            pieces={pieces.map(({ name, box, paths }) => ({ name, box, ...paths }))}
            placements={[...moved, ...layout.placements]}
            nameOf={nameOf}
            lengthOf={lengthOf}
            turned={turned}
            onMove={(placement) => cloth.move(material, placement)}
          />
        </>
      ) : null}
      {moved.length > 0 ? (
        <div className={styles.buttons}>
          <button
            type="button"
            className="button quiet"
            onClick={() => cloth.resetPlaces(material)}
          >
            {text("patterns.print.again")}
          </button>
        </div>
      ) : null}
    </section>
  );
};

/** How much cloth, lining and interfacing a draft needs, and how its pieces lie on them. */
export const ClothRoom = ({ request, units }: { request: DraftRequest; units: Units }) => {
  const text = useText();
  const cloth = useCloth();
  const { plans, setups, moved, failed } = useSnapshot(cloth.state);
  useEffect(() => cloth.show(request, units), [cloth, request, units]);
  if (failed) return <p role="alert">{text("patterns.print.failed")}</p>;
  return (
    <div className={styles.room}>
      {MATERIALS.map((material) => {
        const plan = plans?.find((each) => each.material === material);
        return plan ? (
          <MaterialRoom
            key={material}
            plan={plan as ClothPlan}
            setup={setups[material]}
            moved={(moved[material] ?? []) as readonly Placement[]}
            units={units}
          />
        ) : null;
      })}
    </div>
  );
};
