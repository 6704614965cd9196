import { useState } from "react";
import { useIntl } from "react-intl";
import type { TreeChange } from "../../../contract/staff-tree.ts";
import { useText } from "../../../i18n/use-text.ts";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { useAsync } from "../../../ui/use-async.ts";
import { FormDialog, type RowDialogProps } from "./form-dialog.tsx";
import { idOf, nameIn } from "./tree-model.ts";
import { countIn, homesOf } from "./tree-moves.ts";
import type { TreeRow } from "./tree-rows.ts";
import { useTree } from "./tree-service.ts";

/** Moves something to the end of another place; one in another product gets a copy. */
export const MoveDialog = ({ tree, row, name, onChange, onClose }: RowDialogProps) => {
  const text = useText();
  const { locale } = useIntl();
  const nameOf = (titles: TreeRow["titles"]) => nameIn(titles, locale).text || "…";
  const homes = homesOf(tree, row.place, nameOf);
  const [chosen, setChosen] = useState(homes[0] ? idOf(homes[0].place) : "");
  const home = homes.find(({ place }) => idOf(place) === chosen)?.place;
  const title = text("staff-tree.move-name", { name });
  const isCopy = home !== undefined && home.product !== row.place.product;
  const send = async () => {
    if (!home) return;
    const { place } = row;
    const change: TreeChange = isCopy
      ? { do: "copy", place, into: home }
      : { do: "move", place, under: home, to: countIn(tree, home) };
    if (await onChange(change)) onClose();
  };
  return (
    <FormDialog
      title={title}
      act={home ? text(isCopy ? "staff-tree.copy" : "staff-tree.move") : null}
      onSubmit={send}
      onClose={onClose}
    >
      {homes.length > 0 ? (
        <ChoiceField
          label={text("staff-tree.move-to")}
          value={chosen}
          options={homes.map(({ place, name: path }) => [idOf(place), path] as const)}
          onChange={setChosen}
        />
      ) : (
        <p>{text("staff-tree.move-nowhere")}</p>
      )}
      <p role="status">{isCopy ? text("staff-tree.copy-hint") : ""}</p>
    </FormDialog>
  );
};

/** Asks before something is removed, and says what it means to students who are in it. */
export const RemoveDialog = ({ row, name, onChange, onClose }: RowDialogProps) => {
  const text = useText();
  const { locale } = useIntl();
  const { removalOf } = useTree();
  /** Undefined until it is found out; null if it is not known. */
  const removal = useAsync(() => removalOf(row.place), [removalOf, row.place]);
  const title = text("staff-tree.remove-name", { name });
  const remove = async () => {
    if (await onChange({ do: "remove", place: row.place })) onClose();
  };
  const courses = (removal?.courses ?? []).filter(({ students }) => students > 0);
  return (
    <FormDialog
      title={title}
      act={text("staff-editor.remove")}
      isWaiting={removal === undefined}
      onSubmit={remove}
      onClose={onClose}
    >
      <div role="status">
        {removal === undefined ? <p>{text("staff-tree.remove-looking")}</p> : null}
        {removal === null ? <p>{text("staff-tree.remove-unknown")}</p> : null}
        {removal ? (
          <ul>
            <li>
              {row.kind === "course"
                ? text("staff-tree.remove-course")
                : text("staff-tree.remove-lessons", { count: removal.lessons })}
            </li>
            {courses.map(({ key, titles, students }) => (
              <li key={key}>
                {text("staff-tree.remove-students", {
                  name: nameIn(titles, locale).text || key,
                  count: students,
                })}
              </li>
            ))}
            {removal.studying + removal.completed + removal.hand_ins > 0 ? (
              <li>
                {text("staff-tree.remove-work", {
                  studying: removal.studying,
                  completed: removal.completed,
                  handIns: removal.hand_ins,
                })}
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
      <p>{text("staff-tree.remove-hint")}</p>
    </FormDialog>
  );
};
