import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import { deskKeysOf } from "./desk-keys.ts";
import { keyName } from "./key-name.ts";

/** Where keys write, or choose from a list. */
const TYPING = "input, textarea, select, [contenteditable], [role=combobox]";

/**
 * Shortcuts of one key, by its name. They are off while somebody types, while a dialog or menu is
 * open, and where the person has switched them off; `?` works always, as the switch is behind it.
 */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const { on } = useSnapshot(deskKeysOf(useApp()).state);
  const present = useRef(keys);
  present.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector("dialog[open], [role=menu]")) return;
      const name = keyName(event);
      if (!on && name !== "?") return;
      const act = present.current[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [on]);
};
