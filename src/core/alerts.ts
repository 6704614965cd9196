import { proxy } from "valtio/vanilla";

/** `Id` names a message; the texts themselves are the interface's business. */
export interface Alert<Id extends string> {
  id: number;
  /** Errors interrupt (role `alert`), the rest is said when there is a pause (role `status`). */
  tone: "error" | "info";
  title?: Id;
  text: Id;
  values?: Record<string, string | number>;
  /** How long it stays when nobody points at it. */
  seconds: 3 | 5 | 6 | 10 | 15 | 20;
}

/** Messages that appear over the page and go by themselves. The same one is not shown twice at once. */
export const createAlerts = <Id extends string>() => {
  const state = proxy<{ list: Alert<Id>[] }>({ list: [] });
  let lastId = 0;
  return {
    state,
    show(alert: Omit<Alert<Id>, "id">) {
      const index = state.list.findIndex((shown) => shown.text === alert.text);
      if (index >= 0) state.list.splice(index, 1);
      lastId += 1;
      state.list.push({ ...alert, id: lastId } as Alert<Id>);
    },
    dismiss(id: number) {
      const index = state.list.findIndex((shown) => shown.id === id);
      if (index >= 0) state.list.splice(index, 1);
    },
  };
};

export type Alerts<Id extends string> = ReturnType<typeof createAlerts<Id>>;
