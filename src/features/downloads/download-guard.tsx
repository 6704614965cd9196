import { type ReactNode, useEffect, useState } from "react";
import { Redirect } from "wouter";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { useApp } from "../../app-context/use-app.ts";
import { useMayDownload } from "../../app-context/use-may-download.ts";

/**
 * A page about the desktop app. People who may not have the app are redirected to the main page.
 */
export const DownloadGuard = ({ children }: { children: ReactNode }) => {
  const app = useApp();
  const mayDownload = useMayDownload();
  const [isLoaded, setIsLoaded] = useState(false);

  useEffect(() => {
    // The school may not have answered yet.
    if (mayDownload) return;
    const id = app.session.state.user?.org_id ?? null;
    void app.organisation.load(id).then(() => setIsLoaded(true));
  }, [app, mayDownload]);

  if (mayDownload) return children;
  return isLoaded ? <Redirect to="/" replace /> : <LoadingScreen />;
};
