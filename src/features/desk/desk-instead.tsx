import { type ReactNode, useEffect } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { DESK } from "../../app-context/desk-links.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import { deskCountsOf } from "./desk-counts.ts";

export interface DeskInsteadProps {
  /** Shown at a school without a desk. */
  otherwise: ReactNode;
  /** Called when the link is shown. */
  onShown: (isShown: true) => void;
}

/** The way to the desk, in place of a list of what waits. */
const DeskInstead = ({ otherwise, onShown }: DeskInsteadProps) => {
  const text = useText();
  const counts = deskCountsOf(useApp());
  const { counts: known, isMissing } = useSnapshot(counts.state);

  useEffect(() => {
    void counts.load();
  }, [counts]);
  useEffect(() => {
    if (known) onShown(true);
  }, [known, onShown]);

  if (isMissing) return otherwise;
  return (
    <section>
      <h2>{text("waiting.heading")}</h2>
      {known ? <p>{text("desk.hand-ins-waiting", { count: known.hand_ins })}</p> : null}
      <p>
        <Link className="button" href={DESK}>
          {text("desk.to-desk")}
        </Link>
      </p>
    </section>
  );
};

export default DeskInstead;
