import { type ReactNode, useEffect, useState } from "react";
import { Redirect } from "wouter";
import { Boot } from "../../features/shell/boot.tsx";
import { useMayDownload } from "../may-download.ts";
import type { ScreenProps } from "./screen-props.ts";

export interface WhenMayDownloadProps extends Pick<ScreenProps, "app" | "services"> {
  children: ReactNode;
}

/** A page about the desktop app. People who may not have the app are led to the main page. */
export const WhenMayDownload = ({ app, services, children }: WhenMayDownloadProps) => {
  const mayDownload = useMayDownload(app, services);
  const [asked, setAsked] = useState(false);

  useEffect(() => {
    // The school's word may still be on its way.
    if (mayDownload) return;
    const id = app.session.state.user?.org_id ?? null;
    void app.organisation.load(id).then(() => setAsked(true));
  }, [app, mayDownload]);

  if (mayDownload) return children;
  return asked ? <Redirect to="/" replace /> : <Boot />;
};
