import { useEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useDrafting } from "../../../app-context/drafting.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { measureName } from "../../../core/measure-messages.ts";
import { blockNames, edgeNames, nameIn, pieceNames } from "../../../core/pattern-messages.ts";
import { directionOf, type Language } from "../../../domain/languages.ts";
import type { Units } from "../../../domain/measurements/fields.ts";
import type { DraftRequest } from "../../../drafting/draft.ts";
import type { SewingStep } from "../../../drafting/pattern.ts";
import type { ClothPlan } from "../../../drafting/print/cloth.ts";
import type { Material } from "../../../drafting/print/cloth-setup.ts";
import type { PrintFormat, PrintPreview } from "../../../drafting/print/print-files.ts";
import { writeSmis } from "../../../drafting/print/smis.ts";
import type { SketchedPiece } from "../../../drafting/sketch.ts";
import type { MessageId } from "../../../i18n/message-id.ts";
import { useText } from "../../../i18n/use-text.ts";
import { safeFileName } from "../../../lib/safe-file-name.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { stepMessage, useCutText, useLengthText } from "../pattern-texts.ts";
import { useCloth } from "./cloth-model.ts";
import { useClothText } from "./cloth-room.tsx";
import { formatNames, layerNames, PaperForm } from "./paper-form.tsx";
import { PlanPicture } from "./plan-picture.tsx";
import { createPrint } from "./print-model.ts";
import styles from "./print-room.module.css";

interface PaperPagesProps {
  /** Each page as SVG in its real size. */
  pages: readonly string[];
  /** In centimetres. */
  width: number;
  height: number;
  /** Nothing is drawn in it. In centimetres. */
  margin: number;
  onPrinted: () => void;
}

/**
 * WebKit lays a page out with 1.25 pixels for each printable point, prints it larger by a fifteenth, and makes
 * smaller what is wider. So it gets what is wider by that much: then its pixels have their real size, whatever the
 * margins of the printer. Those of `@page` must not be set, as it subtracts them, and prints in the printer's.
 */
const isWebKit = navigator.vendor.startsWith("Apple");
const WEBKIT_WIDTH = "calc(100% * 16 / 15)";

/**
 * The pages in their real size, visible only in print, and the print dialog. They are pictures, so that
 * nothing of the screen's styles reaches into them, and lines and letters stay sharp.
 */
const PaperPages = ({ pages, width, height, margin, onPrinted }: PaperPagesProps) => {
  const paper = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are printed once
  useEffect(() => {
    const container = paper.current;
    if (!container) return;
    let gone = false;
    // A style element would need the page's policy to allow it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { size: ${width * 10}mm ${height * 10}mm; ${isWebKit ? "" : `margin: ${margin * 10}mm`} }`,
    );
    if (isWebKit) Object.assign(container.style, { width: WEBKIT_WIDTH, overflow: "hidden" });
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const addresses = pages.map((page) =>
      URL.createObjectURL(new Blob([page], { type: "image/svg+xml" })),
    );
    const pictures = addresses.map((address) => {
      const picture = new Image();
      picture.src = address;
      picture.alt = "";
      const side = (cm: number) => `${cm * 10}mm`;
      Object.assign(picture.style, {
        width: side(width),
        height: side(height),
        margin: side(-margin),
      });
      return picture;
    });
    // Without their margins, which printers add. A little less, as a page that is too high would begin another.
    const spare = isWebKit ? 1 : 0.1;
    container.append(
      ...pictures.map((picture) => {
        const page = document.createElement("div");
        page.style.width = `${(width - 2 * margin) * 10}mm`;
        page.style.height = `${(height - 2 * margin) * 10 - spare}mm`;
        page.append(picture);
        return page;
      }),
    );
    addEventListener("afterprint", onPrinted);
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!gone) print();
    });
    return () => {
      gone = true;
      removeEventListener("afterprint", onPrinted);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      for (const address of addresses) URL.revokeObjectURL(address);
      container.replaceChildren();
    };
  }, []);

  return <div ref={paper} className={styles.paper} aria-hidden="true" />;
};

interface PrintRoomProps {
  request: DraftRequest;
  pieces: readonly Pick<SketchedPiece, "name" | "cut" | "isFused" | "allowances">[];
  /** How long a zip is, in centimetres; null without one. */
  zip: number | null;
  /** The options with an effect, in words. */
  chosen: readonly string[];
  /** What the draft rests on or comes to, in words, such as its girths. */
  facts: readonly string[];
  table: { readonly name: string; readonly units: Units };
  /** The order of sewing, if it is a garment. */
  steps: readonly SewingStep[];
  /** Called when it has been printed or saved as a file. */
  onPrinted: () => void;
}

/** What is laid out beside the pieces. */
const noteNames: Readonly<Record<string, MessageId>> = {
  "test-square": "patterns.layer.calibration",
  "cloth-plan": "patterns.cloth.needed",
  sewing: "garments.sewing",
};

const FORMATS = Object.keys(formatNames) as PrintFormat[];

/** Prints a draft in its real size, and saves it as files. */
export const PrintRoom = ({
  request,
  pieces,
  facts,
  table,
  steps,
  zip,
  chosen,
  onPrinted,
}: PrintRoomProps) => {
  const text = useText();
  const { locale, formatDate } = useIntl();
  const drafting = useDrafting();
  const { machine } = useApp();
  const cutText = useCutText();
  const { full: lengthOf } = useLengthText(table.units);
  const [print] = useState(() =>
    createPrint({ drafting, storage: machine.storage, language: navigator.language }),
  );
  const { setup, moved, preview, making, failed } = useSnapshot(print.state);
  const [paper, setPaper] = useState<readonly string[] | null>(null);
  const cloth = useCloth();
  const { plans, setups, moved: movedOnCloth } = useSnapshot(cloth.state);
  const clothText = useClothText(table.units);
  const block = nameIn(text, blockNames, request.block);
  const title = `${block} \u00b7 ${table.name}`;

  const otherWords = (others: SketchedPiece["allowances"]["others"]) =>
    others.map(({ edge, allowance }) => `${nameIn(text, edgeNames, edge)}: ${lengthOf(allowance)}`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language alone
  const texts = useMemo(() => {
    const whose = text("patterns.print.measures", { name: table.name });
    const drafted = text("patterns.print.drafted", {
      date: formatDate(Date.now(), { dateStyle: "medium" }),
    });
    return {
      language: locale,
      isRightToLeft: directionOf(locale as Language) === "rtl",
      layers: Object.fromEntries(
        Object.entries(layerNames).map(([layer, id]) => [layer, text(id)]),
      ) as Record<keyof typeof layerNames, string>,
      pieces: Object.fromEntries(
        pieces.map(({ name, cut, isFused, allowances: { seam, hem, others } }) => {
          const allowances =
            hem === null ? "patterns.print.allowance" : "patterns.print.allowances";
          return [
            name,
            {
              name: nameIn(text, pieceNames, name),
              lines: [
                cutText(cut),
                ...(isFused ? [text("patterns.print.fuse")] : []),
                whose,
                drafted,
                text(allowances, { seam: lengthOf(seam), hem: lengthOf(hem ?? 0) }) +
                  (others.length > 0 ? ` (${otherWords(others).join(", ")})` : ""),
                ...facts,
              ],
              fold: text("patterns.print.place-on-fold"),
              grain: text("patterns.layer.grain"),
            },
          ];
        }),
      ),
      cover: {
        title,
        facts: [
          whose,
          drafted,
          ...facts,
          ...(zip === null ? [] : [text("patterns.print.zip", { length: lengthOf(zip) })]),
          ...chosen,
        ],
        square: text("patterns.print.square"),
        steps: [
          text("patterns.print.step-print"),
          text("patterns.print.step-cut"),
          text("patterns.print.step-join"),
        ],
        plan: text("patterns.print.plan"),
        ...(plans && {
          cloth: {
            heading: text("patterns.cloth.needed"),
            materials: Object.fromEntries(
              plans.map((plan) => [
                plan.material,
                [clothText.needed(plan as ClothPlan), clothText.lies(setups[plan.material])],
              ]),
            ) as Record<Material, string[]>,
          },
        }),
        ...(steps.length > 0 && {
          sewing: {
            heading: text("garments.sewing"),
            steps: steps.map((step) => text(stepMessage(step))),
          },
        }),
      },
    };
  }, [locale, request, table.name, title, [...facts, ...chosen].join("\n"), plans]);

  useEffect(() => cloth.show(request, table.units), [cloth, request, table.units]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the cloth, too
  useEffect(() => {
    print.show({ draft: request, texts, cloth: cloth.order(), unit: table.units });
  }, [print, request, texts, table.units, setups, movedOnCloth]);

  const save = async (format: PrintFormat) => {
    const file = await print.file(format);
    if (!file) return;
    onPrinted();
    const name = safeFileName(`${title}${file.ending}`);
    saveFile(new Blob([file.content], { type: file.type }), name);
  };
  const saveMeasures = () => {
    const { name, units } = table;
    const content = writeSmis({ name, units, values: request.values }, (field) =>
      text(measureName(field)),
    );
    saveFile(new Blob([content], { type: "application/xml" }), safeFileName(`${name}.smis`));
  };
  const openDialog = async () => {
    const pages = await print.pages();
    if (pages) onPrinted();
    setPaper(pages);
  };

  const pieceName = (name: string) => {
    const note = noteNames[name];
    return note ? text(note) : nameIn(text, pieceNames, name);
  };
  const [one, other] = preview?.plan.overlapping ?? [];
  const blank = preview ? preview.plan.tiles.length - preview.plan.printed : 0;
  return (
    <div className={styles.room}>
      <PaperForm setup={setup} units={table.units} lengthOf={lengthOf} onChange={print.set} />
      <p role="status">
        {making ? text("patterns.print.working") : null}
        {!making && preview
          ? [
              text("patterns.print.pages", { count: preview.pages }),
              blank > 0 ? text("patterns.print.blank", { count: blank }) : "",
              one && other
                ? text("patterns.print.overlapping", {
                    one: pieceName(one),
                    other: pieceName(other),
                  })
                : "",
            ]
              .filter(Boolean)
              .join(" \u00b7 ")
          : null}
      </p>
      {failed ? <p role="alert">{text("patterns.print.failed")}</p> : null}
      <div className={styles.buttons}>
        <button
          type="button"
          className="button"
          aria-disabled={making !== null || undefined}
          onClick={() => void openDialog()}
        >
          {text("measurements.print")}
        </button>
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="button quiet"
            aria-disabled={making !== null || undefined}
            onClick={() => void save(format)}
          >
            {text(formatNames[format])}
          </button>
        ))}
        <button type="button" className="button quiet" onClick={saveMeasures}>
          {text("patterns.print.save-smis")}
        </button>
      </div>
      {preview ? (
        <PlanPicture
          preview={preview as PrintPreview}
          moved={moved}
          nameOf={pieceName}
          lengthOf={lengthOf}
          onMove={print.move}
        />
      ) : null}
      {moved.length > 0 ? (
        <div className={styles.buttons}>
          <button type="button" className="button quiet" onClick={print.resetPlaces}>
            {text("patterns.print.again")}
          </button>
        </div>
      ) : null}
      {paper && preview ? (
        <PaperPages
          pages={paper}
          width={preview.plan.sheet.width}
          height={preview.plan.sheet.height}
          margin={preview.plan.margin}
          onPrinted={() => setPaper(null)}
        />
      ) : null}
    </div>
  );
};
