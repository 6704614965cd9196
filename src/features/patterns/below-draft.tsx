import { memo, type ReactNode, useEffect, useState } from "react";
import { girthNames, nameIn, optionName } from "../../core/pattern-messages.ts";
import { optionsWithEffect } from "../../drafting/block.ts";
import type { SewingStep } from "../../drafting/pattern.ts";
import type { Sketch } from "../../drafting/sketch.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Fold } from "../../ui/fold.tsx";
import { stepMessage, useLengthText, useOptionText } from "./pattern-texts.ts";
import styles from "./patterns.module.css";
import { type Drafted, type Shown, usePatterns } from "./patterns-model.ts";
import { PieceTables } from "./piece-tables.tsx";
import { ClothRoom } from "./print-room/cloth-room.tsx";
import { PrintRoom } from "./print-room/print-room.tsx";
import { SavedList } from "./saved-list.tsx";

/** The order in which a garment is sewn. */
const SewingSteps = ({ steps }: { steps: readonly SewingStep[] }) => {
  const text = useText();
  return (
    <Fold heading={text("garments.sewing")}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{text(stepMessage(step))}</li>
        ))}
      </ol>
    </Fold>
  );
};

interface RoomFoldProps {
  heading: MessageId;
  children: ReactNode;
}

/** What is worked out once it is opened. */
const RoomFold = ({ heading, children }: RoomFoldProps) => {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold heading={text(heading)} onToggle={() => setOpen(true)}>
      {isOpen ? children : null}
    </Fold>
  );
};

type SketchedDraft = Drafted & { readonly sketch: Sketch };

/** The print of a draft, with its options and girths in words. */
const DraftPrint = ({ request, sketch, table, options, edges }: SketchedDraft) => {
  const text = useText();
  const { full } = useLengthText(table.units);
  const optionText = useOptionText(table.units);
  const patterns = usePatterns();
  const chosen = [
    ...optionsWithEffect(options, request.options),
    ...edges.filter(({ name }) => Object.hasOwn(request.options, name)),
  ].map((option) => {
    const value = optionText(option, request.options[option.name] ?? option.start);
    return `${optionName(text, option.name)}: ${value}`;
  });
  return (
    <PrintRoom
      onPrinted={() => patterns.notePrinted({ request, table })}
      request={request}
      pieces={sketch.pieces}
      zip={sketch.zip}
      chosen={chosen}
      steps={sketch.sewing}
      facts={Object.entries(sketch.girths).map(
        ([name, girth]) => `${nameIn(text, girthNames, name)}: ${full(girth)}`,
      )}
      table={{ name: table.name || text("patterns.print.example"), units: table.units }}
    />
  );
};

const Below = memo(({ draft, overlay }: Shown) => (
  <>
    {draft.sketch ? (
      // Outside of what the draft stays in sight of: a phone has no room for both.
      <div className={styles.lengths}>
        <PieceTables
          sketch={draft.sketch}
          overlay={overlay?.sketch ?? null}
          units={draft.table.units}
        />
        {draft.sketch.sewing.length > 0 ? <SewingSteps steps={draft.sketch.sewing} /> : null}
        <RoomFold heading="patterns.cloth">
          <ClothRoom request={draft.request} units={draft.table.units} />
        </RoomFold>
        <RoomFold heading="patterns.print">
          <DraftPrint {...draft} sketch={draft.sketch} />
        </RoomFold>
      </div>
    ) : null}
    <div className={styles.lengths}>
      <SavedList drafted={draft} />
    </div>
  </>
));

/** Longer than from one draft to the next while a slider is dragged. */
const SETTLED_MS = 150;

/**
 * What stands below a draft: its lengths and its sewing, cloth and print, and the saved drafts. While a slider is
 * dragged, which is for the picture to follow, it waits until a draft stays.
 */
const BelowDraft = ({ draft, overlay }: Shown) => {
  const [shown, setShown] = useState<Shown>({ draft, overlay });
  useEffect(() => {
    const timer = setTimeout(() => setShown({ draft, overlay }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [draft, overlay]);
  return <Below {...shown} />;
};

export default BelowDraft;
