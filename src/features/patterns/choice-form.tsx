import { memo } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { FailureNotice } from "../../app-context/failure-notice.tsx";
import { tablePath } from "../../app-context/measurements-path.ts";
import { useMeasurements } from "../../app-context/use-measurements.ts";
import { blockNames, nameIn } from "../../core/pattern-messages.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { type KnownTables, listTables, tableOf } from "./known-tables.ts";
import styles from "./patterns.module.css";
import { usePatterns } from "./patterns-model.ts";

/** The block or garment, and the table for which it is drafted. */
export const ChoiceForm = memo(() => {
  const patterns = usePatterns();
  const measurements = useMeasurements();
  const text = useText();
  const { blocks, history, kept } = useSnapshot(patterns.state);
  const { cursor, failed, standard, tables: fetched } = useSnapshot(measurements.state);
  const known = { tables: fetched, cursor, standard, kept } as KnownTables;
  const tables = listTables(known);
  const chosen = tableOf(known, history.present.table);
  const option = (id: string) => (
    <option key={id} value={id}>
      {nameIn(text, blockNames, id)}
    </option>
  );
  const group = (label: MessageId, ofGarments: boolean) => (
    <optgroup label={text(label)}>
      {blocks?.filter(({ isGarment }) => isGarment === ofGarments).map(({ id }) => option(id))}
    </optgroup>
  );
  return (
    <div className={styles.choices}>
      <SelectField
        label={text("patterns.choose-block")}
        value={history.present.block}
        onChange={(event) => patterns.setBlock(event.currentTarget.value)}
      >
        {blocks ? (
          <>
            {group("patterns.blocks", false)}
            {group("patterns.garments", true)}
          </>
        ) : (
          option(history.present.block)
        )}
      </SelectField>
      {tables.length > 0 ? (
        <div>
          <SelectField
            label={text("patterns.choose-table")}
            value={String(chosen.id)}
            onChange={({ currentTarget: { value } }) => {
              const table = tables.find(({ id }) => String(id) === value);
              patterns.setTable(!table || table.is_default ? null : table.id);
            }}
          >
            {tables.map(({ id, name, is_default }) => (
              <option key={id} value={String(id)}>
                {is_default
                  ? // A name in the other direction would draw the word to itself.
                    `\u2068${name}\u2069 (${text("measurements.default")})`
                  : name}
              </option>
            ))}
          </SelectField>
          <ShowMore
            more={cursor !== null}
            label={text("measurements.more")}
            failure={text("measurement-failure.not-fetched")}
            entries={() => []}
            onMore={measurements.more}
          />
          <p className={styles.beside}>
            <Link href={tablePath(chosen.id)}>{text("patterns.edit-table")}</Link>
          </p>
        </div>
      ) : fetched ? (
        <div className="empty">
          <p>{text("patterns.example-body")}</p>
          <p>
            <Link href={tablePath(null)}>{text("patterns.measure")}</Link>
          </p>
        </div>
      ) : failed ? (
        <div>
          <FailureNotice
            failure={{ kind: "unreachable" }}
            messages={{ else: "measurement-failure.not-fetched" }}
            onRetry={() => void measurements.load()}
          />
          <p>{text("patterns.example-meanwhile")}</p>
        </div>
      ) : (
        <p role="status">{text("measurements.loading")}</p>
      )}
    </div>
  );
});
