import { useState } from "react";
import { girthNames, nameIn } from "../../../core/pattern-messages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Fold } from "../../../ui/fold.tsx";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import type { Drafted } from "../patterns-model.ts";
import { useLengthText } from "../use-length-text.ts";
// With the styles of the screen: a further style sheet would cost each sign-in its name.
import "./print-room.module.css";

const PrintRoom = lazyComponent(
  () => import(/* webpackChunkName: "print-room" */ "./print-room.tsx"),
);

/** The print room of a draft, which is loaded once it is opened. */
export const PrintFold = ({ request, sketch, table }: Drafted) => {
  const text = useText();
  const { full } = useLengthText(table.units);
  const [isOpen, setOpen] = useState(false);
  const girths = Object.entries(sketch?.girths ?? {});
  return (
    <Fold heading={text("patterns.print")} onToggle={() => setOpen(true)}>
      {isOpen && sketch ? (
        <PrintRoom
          request={request}
          pieces={sketch.pieces}
          steps={sketch.sewing}
          facts={girths.map(([name, girth]) => `${nameIn(text, girthNames, name)}: ${full(girth)}`)}
          table={{ name: table.name || text("patterns.print.example"), units: table.units }}
        />
      ) : null}
    </Fold>
  );
};
