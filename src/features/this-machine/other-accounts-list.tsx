import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { ConfirmDialog } from "../../app-context/confirm-dialog.tsx";
import { personIdOf } from "../../app-context/person-id.ts";
import { useApp } from "../../app-context/use-app.ts";
import { useOtherAccounts, useSync } from "../../app-context/use-desktop.ts";
import { useFileSize } from "../../i18n/use-file-size.ts";
import { useText } from "../../i18n/use-text.ts";
import type { OtherAccount } from "../../offline/accounts.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./this-machine.module.css";

/** The other accounts with content on this computer, and buttons to remove them. */
export const OtherAccountsList = () => {
  const app = useApp();
  const sync = useSync();
  const others = useOtherAccounts();
  const text = useText();
  const size = useFileSize();
  const { formatDate } = useIntl();
  const { phase } = useSnapshot(sync.state);
  const [accounts, setAccounts] = useState<readonly OtherAccount[]>([]);
  const [toRemove, setToRemove] = useState<OtherAccount | null>(null);

  const look = () => void others.list(personIdOf(app)).then(setAccounts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the sync enters another phase
  useEffect(look, [sync, phase]);

  const nameOf = ({ username }: OtherAccount) => username || text("this-machine.account-unknown");

  if (accounts.length === 0) return null;
  return (
    <section className={`sheet ${styles.accounts}`} aria-labelledby="machine-accounts">
      <h2 id="machine-accounts">{text("this-machine.accounts")}</h2>
      <p>{text("this-machine.accounts-what")}</p>
      <ul className="rows">
        {accounts.map((account) => (
          <li key={account.name}>
            <div>
              <strong>
                <bdi>{nameOf(account)}</bdi>
              </strong>
              <p>
                {account.seen === null
                  ? null
                  : text("this-machine.account", {
                      date: formatDate(account.seen, { dateStyle: "long" }),
                    })}{" "}
                {account.freed > 0
                  ? text("this-machine.account-size", { size: size(account.freed) })
                  : null}
              </p>
            </div>
            <Button
              quiet
              aria-label={text("this-machine.account-remove-name", { name: nameOf(account) })}
              onClick={() => setToRemove(account)}
            >
              {text("this-machine.account-remove")}
            </Button>
          </li>
        ))}
      </ul>
      {toRemove ? (
        <ConfirmDialog
          title={text("this-machine.account-ask", { name: nameOf(toRemove) })}
          act={text("this-machine.account-remove")}
          onAct={() => void sync.runExclusively(() => others.remove(toRemove.name)).then(look)}
          onClose={() => setToRemove(null)}
        >
          <p>{text("this-machine.account-removes")}</p>
          {toRemove.unsent > 0 ? (
            <p>
              <strong>{text("this-machine.account-unsent", { count: toRemove.unsent })}</strong>
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </section>
  );
};
