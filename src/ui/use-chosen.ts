import { useCallback, useState } from "react";

/**
 * The rows of a table that somebody has chosen, by their ids. They stay when the table shows other rows.
 * @param nameOf declared in a module, not in a component, so that rows are not drawn again in vain
 */
export const useChosen = <Key, Row extends { readonly id: Key }>(nameOf: (row: Row) => string) => {
  const [chosen, setChosen] = useState<ReadonlyMap<Key, string>>(new Map());
  const choose = useCallback(
    (row: Row, isChosen: boolean) =>
      setChosen((before) => {
        const after = new Map(before);
        if (isChosen) after.set(row.id, nameOf(row));
        else after.delete(row.id);
        return after;
      }),
    [nameOf],
  );
  return { chosen, choose, chooseNone: () => setChosen(new Map()) };
};
