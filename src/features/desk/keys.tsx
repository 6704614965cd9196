import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { useSnapshot } from "valtio";
import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { Dialog } from "../../app-context/dialog.tsx";
import { useService } from "../../app-context/service.ts";
import { createStored } from "../../core/stored.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/switch.tsx";
import styles from "./keys.module.css";

/** The shortcuts, in the order of their use. */
const KEYS: readonly (readonly [keys: readonly string[], what: MessageId])[] = [
  [["J"], "desk.key-next"],
  [["K"], "desk.key-previous"],
  [["Enter"], "desk.key-open"],
  [["A"], "desk.key-accept"],
  [["R"], "desk.key-return"],
  [["1", "…", "9"], "desk.key-comment"],
  [["Ctrl", "Enter"], "desk.key-send"],
  [["L"], "desk.key-attempt"],
  [["P"], "desk.key-pin"],
  [["U"], "desk.key-undo"],
  [["?"], "desk.key-help"],
];

/**
 * Whether keys without Ctrl work as shortcuts on this machine. Who dictates or presses keys by
 * accident can switch them off.
 */
const createSetting = ({ machine }: App) => {
  const stored = createStored(machine.storage, "desk-keys.v1", v.boolean());
  const state = proxy({ on: stored.read() ?? true });
  return {
    state,
    set(on: boolean): void {
      state.on = on;
      stored.write(on);
    },
  };
};

/** Where keys write, or choose from a list. */
const TYPING = "input, textarea, select, [contenteditable], [role=combobox]";

/**
 * The name of a key: a digit, a sign, or the small Latin letter. On a Greek or Hebrew keyboard it is the
 * letter that stands at the same place of a Latin one.
 */
const nameOf = ({ key, code }: KeyboardEvent): string => {
  if (key.length !== 1 || /[!-~]/.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;
};

/**
 * Shortcuts of one key, by its name. They are off while somebody types, while a dialog or menu is
 * open, and where the person has switched them off; `?` works always, as the switch is behind it.
 */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const { on } = useSnapshot(useService(createSetting).state);
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector("dialog[open], [role=menu]")) return;
      const name = nameOf(event);
      if (!on && name !== "?") return;
      const act = latest.current[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [on]);
};

/** The dialog with the shortcuts, which `?` or a press on a button opens. */
export const useKeysDialog = () => {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useKeys({ "?": open });
  return { open, dialog: isOpen ? <KeysDialog onClose={() => setIsOpen(false)} /> : null };
};

/** Lists the shortcuts, and switches those of one key off. */
const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useText();
  const setting = useService(createSetting);
  const { on } = useSnapshot(setting.state);
  return (
    <Dialog title={text("desk.keys")} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{text(what)}</dd>
          </div>
        ))}
      </dl>
      <Switch checked={on} onChange={setting.set}>
        {text("desk.keys-on")}
      </Switch>
      <p className={styles.note}>{text("desk.keys-note")}</p>
    </Dialog>
  );
};
