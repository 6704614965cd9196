import { useState } from "react";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";

/** Installs the web app like other apps of the device, where the browser can. */
export const InstallApp = () => {
  const { kept } = useApp();
  return kept ? <Offer install={kept} /> : null;
};

const Offer = ({ install }: { install: NonNullable<ReturnType<typeof useApp>["kept"]> }) => {
  const text = useText();
  const { canInstall } = useSnapshot(install.state);
  const [isAsked, setIsAsked] = useState(false);
  if (!canInstall || isAsked) return null;
  return (
    <section className="sheet" aria-labelledby="device-install">
      <h2 id="device-install">{text("on-device.install")}</h2>
      <p>{text("on-device.install-what")}</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          setIsAsked(true);
          install.services()?.install();
        }}
      >
        {text("on-device.install-now")}
      </button>
    </section>
  );
};
