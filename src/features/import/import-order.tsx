import { useState } from "react";
import type { ImportSummary } from "../../contract/staff-import.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./import.module.css";
import type { ImportOrder as Order } from "./people-import.ts";

export interface ImportOrderProps {
  summary: ImportSummary;
  onRun: (order: Pick<Order, "rows" | "invite">) => Promise<void>;
}

/** What is imported, and whether people are invited. */
export const ImportOrder = ({ summary, onRun }: ImportOrderProps) => {
  const text = useText();
  const { add, change, wrong } = summary.counts;
  const [rows, setRows] = useState<Order["rows"]>("all");
  const [invite, setInvite] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const isWhole = wrong === 0 || rows === "good";
  const count = isWhole ? add + change : 0;
  const run = async () => {
    if (isAsked || count === 0) return;
    setAsked(true);
    await onRun({ rows, invite });
    setAsked(false);
  };
  return (
    <section className="sheet" aria-labelledby="import-run">
      <h2 id="import-run">{text("staff-import.run")}</h2>
      {wrong > 0 ? (
        <div role="radiogroup" aria-labelledby="import-run" className={styles.choices}>
          {(["all", "good"] as const).map((each) => (
            <label key={each} className={styles.choice}>
              <input
                type="radio"
                name="import-rows"
                checked={rows === each}
                onChange={() => setRows(each)}
              />
              {text(each === "all" ? "staff-import.run-all" : "staff-import.run-good")}
            </label>
          ))}
        </div>
      ) : null}
      {add > 0 ? (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={invite}
            onChange={({ currentTarget }) => setInvite(currentTarget.checked)}
          />
          {text("staff-import.invite")}
        </label>
      ) : null}
      <button
        type="button"
        className="button"
        aria-disabled={isAsked || count === 0 || undefined}
        onClick={() => void run()}
      >
        {isWhole || add + change === 0
          ? text("staff-import.start", { count })
          : text("staff-import.choose-rows")}
      </button>
    </section>
  );
};
