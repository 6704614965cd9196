import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useBaseApp } from "../../app-context/app-context.ts";
import { Dialog } from "../../app-context/dialog.tsx";
import { useDesktop } from "../../app-context/use-desktop.ts";
import { useText } from "../../i18n/use-text.ts";
import { deactivationAlert } from "../../offline/licence/failure-messages.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./about.module.css";

const AboutDialog = ({ onClose }: { onClose: () => void }) => {
  const { alerts } = useBaseApp();
  const { licence, machine } = useDesktop();
  const { identity, version } = machine;
  const text = useText();
  const { formatDate } = useIntl();
  const { serialNumber, until } = useSnapshot(licence.state);
  const [hardware, setHardware] = useState("");

  useEffect(() => void identity.hardware().then(setHardware), [identity]);

  const deactivate = async (): Promise<void> => {
    const done = await licence.deactivate();
    // An alert behind an open dialog could be neither read out nor dismissed.
    onClose();
    if (!done) alerts.show(deactivationAlert);
  };

  return (
    <Dialog title={text("about.title")} onClose={onClose}>
      <p>{text("about.description")}</p>
      <p>{text("about.version", { version })}</p>
      <TextArea
        label={text("about.hardware")}
        value={hardware}
        readOnly
        onChange={() => undefined}
      />
      {serialNumber ? (
        <section className={styles.licence}>
          <h3>{text("about.serial")}</h3>
          <p>
            <code dir="ltr">{serialNumber}</code>
          </p>
          {until ? (
            <p>
              {text("about.until", {
                date: formatDate(until, { dateStyle: "long" }),
              })}
            </p>
          ) : null}
          <Button quiet onClick={deactivate}>
            {text("about.deactivate")}
          </Button>
          <p className={styles.help}>{text("about.deactivate-help")}</p>
        </section>
      ) : null}
    </Dialog>
  );
};

export default AboutDialog;
