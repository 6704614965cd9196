import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import type { MessageId } from "../../i18n/message-id.ts";
import { useText } from "../../i18n/use-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import { deskKeysOf } from "./desk-keys.ts";
import styles from "./keys-dialog.module.css";

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

/** Lists the shortcuts, and switches those of one key off. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const text = useText();
  const keys = deskKeysOf(useApp());
  const { on } = useSnapshot(keys.state);
  return (
    <Dialog
      title={text("desk.keys")}
      about="keys"
      closeLabel={text("dialog.close")}
      onClose={onClose}
    >
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
      <Switch checked={on} onChange={keys.set}>
        {text("desk.keys-on")}
      </Switch>
      <p className={styles.note}>{text("desk.keys-note")}</p>
    </Dialog>
  );
};
