import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { connectionAlert } from "../core/failure-messages/connection.ts";
import { Boot } from "../features/shell/boot.tsx";
import { Footer } from "../features/shell/footer.tsx";
import { Header } from "../features/shell/header.tsx";
import { LanguageMenu } from "../features/shell/language-menu.tsx";
import { ScrollToTop } from "../features/shell/scroll-to-top.tsx";
import { WaitingOverlay } from "../features/shell/waiting-overlay.tsx";
import type { App } from "./create-app.ts";
import type { InsideServices } from "./create-inside.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import type { Features } from "./features.ts";
import { AUTHORIZATION, wantedPath } from "./guard.ts";
import { useMayDownload } from "./may-download.ts";
import { coursePath, placePath } from "./paths.ts";
import {
  Announcements,
  anticipate,
  Lesson,
  Lessons,
  loadTerm,
  preparePieces,
  Term,
  Unsent,
} from "./screens/screens.ts";

const LESSON = "/lessons/:product/:course/:lesson";

export interface RoutesProps {
  app: App;
  services: InsideServices;
  features: Features;
}

/** Which screen an address shows, within header and footer. */
export const Routes = ({ app, services, features }: RoutesProps) => {
  const { screens, entries } = features;
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { status } = useSnapshot(services.courses.state);
  const { courseKey } = useSnapshot(services.place.state);
  // Where the app was opened: only then does the main page lead back to where one was.
  const opened = useRef(path);
  const { failure } = useSnapshot(services.study.state);
  const { refused } = useSnapshot(services.queue.state);
  const inLesson = path.split("/").length > 4 && failure === null;

  const [dialog, setDialog] = useState("");

  /** The glossary entry that lies over the screen; it goes with the screen. */
  const [term, setTerm] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the screen is another
  useEffect(() => setTerm(null), [path]);

  const sayNoConnection = () => app.alerts.show(connectionAlert);

  // Without its code nothing opens, and the screen stays as it is.
  const openTerm = (wanted: string) => {
    loadTerm({ app }).then(() => setTerm(wanted), sayNoConnection);
  };
  const props = { app, services, onTerm: openTerm };

  // The check runs beside the screen's own loading; the main page only leads on.
  useEffect(() => {
    anticipate(screens, path, { app, services });
    if (path !== AUTHORIZATION && path !== "/") void app.session.check();
  }, [path, app, services, screens]);

  useEffect(() => {
    if (status !== "loading") void preparePieces();
  }, [status]);

  const mayDownload = useMayDownload(app, services);
  const own = entries.own.filter(({ path }) => mayDownload || path !== "/downloads");

  const main = () => {
    const back = opened.current === "/" ? placePath(services.place.state) : null;
    opened.current = "";
    return <Redirect to={back ?? features.home(services)} replace state={{ landing: !back }} />;
  };

  const language = (
    <>
      {features.sign?.()}
      <LanguageMenu service={app.language} onFailure={sayNoConnection} />
    </>
  );

  if (status === "loading" && !path.startsWith("/lessons/")) return <Boot />;
  return (
    <>
      {inLesson ? null : (
        <Header
          session={app.session}
          organisation={app.organisation}
          courses={services.courses}
          language={language}
          selected={courseKey}
          entries={{ progress: entries.progress, own }}
          links={features.headerLinks?.()}
          onMissing={sayNoConnection}
          onHome={() => navigate("/")}
          onGo={(entry) => (features.dialogs?.[entry] ? setDialog(entry) : navigate(entry))}
          onLogout={features.signsOut ? () => app.session.logOut() : undefined}
          onCourse={(product, course) => navigate(coursePath(product, course))}
        />
      )}
      {inLesson ? null : <Announcements {...props} />}
      {features.notice?.(props)}
      {refused.length > 0 ? <Unsent app={app} services={services} /> : null}
      <ErrorBoundary key={path}>
        <Switch>
          <Route path="/">{main}</Route>
          <Route path={AUTHORIZATION}>
            <Redirect to={wantedPath(search)} replace />
          </Route>
          {Object.entries(screens).map(([address, { Screen }]) => (
            <Route key={address} path={address}>
              <Screen {...props} />
            </Route>
          ))}
          <Route path={LESSON}>
            {(keys) => <Lesson {...props} {...keys} language={language} />}
          </Route>
          <Route path="/lessons/:product/:course">
            {(keys) => <Lessons {...props} {...keys} />}
          </Route>
          <Route>
            <Redirect to="/" replace />
          </Route>
        </Switch>
        {features.dialogs?.[dialog]?.(() => setDialog(""))}
        {term === null ? null : <Term {...props} term={term} onClose={() => setTerm(null)} />}
      </ErrorBoundary>
      <WaitingOverlay study={services.study} />
      {inLesson ? null : <Footer organisation={app.organisation} />}
      <ScrollToTop />
    </>
  );
};
