import { proxy } from "valtio/vanilla";

/** A message over the page. `Id` is a message id; the interface looks up the text. */
export interface Alert<Id extends string> {
  id: number;
  /** A screen reader announces an error at once (role `alert`), the rest later (role `status`). */
  tone: "error" | "info";
  title?: Id;
  text: Id;
  values?: Record<string, string | number>;
  /** How long it stays; the time stops while the pointer or the focus is on it. */
  seconds: 3 | 5 | 6 | 10 | 15 | 20;
}

/**
 * Messages that appear over the page and disappear after some seconds. One that is shown again
 * replaces the earlier one with the same text.
 */
export const createAlerts = <Id extends string>() => {
  const state = proxy<{ list: Alert<Id>[] }>({ list: [] });
  let lastId = 0;
  return {
    state,
    /** @returns the id with which the alert is dismissed */
    show(alert: Omit<Alert<Id>, "id">): number {
      const index = state.list.findIndex((shown) => shown.text === alert.text);
      if (index >= 0) state.list.splice(index, 1);
      lastId += 1;
      state.list.push({ ...alert, id: lastId } as Alert<Id>);
      return lastId;
    },
    dismiss(id: number) {
      const index = state.list.findIndex((shown) => shown.id === id);
      if (index >= 0) state.list.splice(index, 1);
    },
  };
};

export type Alerts<Id extends string> = ReturnType<typeof createAlerts<Id>>;
