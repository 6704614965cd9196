import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { Redirect } from "wouter";
import DownloadsScreen from "../../features/downloads/downloads-screen.tsx";
import { Boot } from "../../features/shell/boot.tsx";
import { createDownloads } from "../../services/downloads.ts";
import { only } from "../create-inside.ts";
import { useMayDownload } from "../may-download.ts";
import type { ScreenProps } from "./screen-props.ts";

declare const APP_VERSION: string;

const createDownloadsOf = ({ app }: Pick<ScreenProps, "app">) =>
  createDownloads({
    send: app.transport.send,
    base: app.transport.base,
    version: APP_VERSION,
  });

/** People who may not have the app are led to the main page. */
const Downloads = (props: ScreenProps) => {
  const { app, services } = props;
  const { name } = useSnapshot(app.organisation.state);
  const mayDownload = useMayDownload(app, services);
  const [asked, setAsked] = useState(false);

  useEffect(() => {
    // The school's word may still be on its way.
    if (mayDownload) return;
    const id = app.session.state.user?.org_id ?? null;
    void app.organisation.load(id).then(() => setAsked(true));
  }, [app, mayDownload]);

  if (!mayDownload) return asked ? <Redirect to="/" replace /> : <Boot />;
  return <DownloadsScreen downloads={only(props, createDownloadsOf)} organisationName={name} />;
};

export default Downloads;
