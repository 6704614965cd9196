import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { BaseApp } from "../../app-context/app.ts";
import { sitesMessages } from "../../i18n/messages/sites.ts";
import { useText } from "../../i18n/use-text.ts";
import { never } from "../../lib/never.ts";
import { createOpenId } from "./openid.ts";
import styles from "./school-accounts.module.css";

/** Signs in with the school's own accounts: a button, and what the browser comes back with. */
const SchoolAccounts = ({ app }: { app: BaseApp }) => {
  const text = useText();
  const [model] = useState(() => createOpenId(app));
  const { busy, waiting } = useSnapshot(model.state);
  const { organisation } = useSnapshot(app.organisation.state);
  useEffect(() => {
    void model.comeBack();
    return model.stop;
  }, [model]);
  return (
    <div className={styles.accounts}>
      <button
        className="button quiet"
        type="button"
        aria-disabled={busy || undefined}
        onClick={() => void model.start()}
      >
        {waiting
          ? text("openid.again")
          : text("openid.button", { name: organisation?.openid ?? "" })}
      </button>
      {waiting ? (
        <>
          <button className="button quiet" type="button" onClick={model.stop}>
            {text("openid.cancel")}
          </button>
          <p role="status">{text("openid.waiting")}</p>
        </>
      ) : null}
    </div>
  );
};

/** Fetches the texts; without them nothing is shown. */
export const prepare = async ({ language }: BaseApp) => {
  try {
    await language.require(sitesMessages);
    return { default: SchoolAccounts };
  } catch {
    return never;
  }
};
