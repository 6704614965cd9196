import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useApp } from "../../../app-context/use-app.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./editor.module.css";
import { sayReading } from "./editor-calls.ts";

/** The school forgets within a minute who has a text open. */
const ASK_MS = 20_000;

/** Who else has this text open at this moment. Says meanwhile that this person has. */
export const AlsoHere = ({ path }: { path: string }) => {
  const text = useText();
  const { locale } = useIntl();
  const { send } = useApp().transport;
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      // A page in the background is read by nobody.
      if (document.visibilityState === "hidden") return;
      const found = await sayReading(send, path);
      // Without a network the last answer says most.
      if (isCurrent && found) setOthers(found);
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_MS);
    document.addEventListener("visibilitychange", ask);
    return () => {
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }, [send, path]);
  const names = new Intl.ListFormat(locale).format(others);
  return (
    <p role="status" className={others.length > 0 ? styles.notice : undefined}>
      {others.length > 0 ? text("staff-editor.also-here", { names, count: others.length }) : null}
    </p>
  );
};
