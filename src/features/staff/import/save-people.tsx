import { useSnapshot } from "valtio";
import type { App } from "../../../app-context/app.ts";
import { useService } from "../../../app-context/service.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useText } from "../../../i18n/use-text.ts";
import { createTableSaver } from "./table-saver.ts";

const create = ({ transport }: App) => createTableSaver(transport.sendForBytes);

export interface SavePeopleProps {
  /** The filters of the list. */
  query: Readonly<Record<string, string>>;
}

/** Saves the people of a list as CSV or for Excel. */
export const SavePeople = ({ query }: SavePeopleProps) => {
  const saver = useService(create);
  const text = useText();
  const { language } = useSnapshot(useApp().language.state);
  const { fetching, hasFailed } = useSnapshot(saver.state);
  return (
    <>
      {(["csv", "xlsx"] as const).map((format) => (
        <button
          key={format}
          type="button"
          className="button quiet"
          aria-disabled={fetching !== null || undefined}
          onClick={() => void saver.save(format, query, language)}
        >
          {text(format === "csv" ? "staff-import.save-csv" : "staff-import.save-xlsx")}
        </button>
      ))}
      {hasFailed ? <p role="alert">{text("desk-failure.file")}</p> : null}
    </>
  );
};
