import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import type { App } from "../app-context/app.ts";
import { DESK } from "../app-context/desk-links.ts";
import type { Feature } from "../app-context/feature.ts";
import { AUTHORIZATION, wantedPath } from "../app-context/guard.ts";
import { loadOrAlert } from "../app-context/load-or-alert.ts";
import { LoadingScreen } from "../app-context/loading-screen.tsx";
import { useApp } from "../app-context/use-app.ts";
import { useMayDownload } from "../app-context/use-may-download.ts";
import { useNarrowScreen } from "../app-context/use-narrow-screen.ts";
import { Announcements } from "../features/announcements/public.ts";
import { loadTermDialog, TermDialog } from "../features/glossary/public.ts";
import LessonsScreen from "../features/lessons/lessons-screen.tsx";
import { LessonRoute, prefetchLesson } from "../features/lessons/routes.ts";
import { PhoneBar } from "../features/phone-bar/public.ts";
import { ErrorBoundary } from "../features/shell/error-boundary.tsx";
import { Footer } from "../features/shell/footer.tsx";
import { Header } from "../features/shell/header.tsx";
import { LanguageMenu } from "../features/shell/language-menu.tsx";
import { ScrollToTop } from "../features/shell/scroll-to-top.tsx";
import { WaitingOverlay } from "../features/shell/waiting-overlay.tsx";
import { UnsentNotice } from "../features/unsent/public.ts";
import { focusNextContent } from "../ui/focus-next-content.ts";
import type { Variant } from "./variant.ts";

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/**
 * Prefetches the code and data of a screen in parallel. The screen itself handles failures.
 * @param path within the app
 */
const prefetchScreen = (features: readonly Feature[], path: string, app: App): void => {
  const [, area, product, course, lesson] = path.split("/").map(decode);
  if (area === "lessons" && product && course) {
    prefetchLesson(app, product, course, lesson);
    return;
  }
  features.find((feature) => feature.path === path)?.prefetch(app);
};

/**
 * The glossary entry over the screen; it closes when the screen changes.
 * @param path the address of the screen
 */
const TermOverlay = ({ path }: { path: string }) => {
  const app = useApp();
  const { term } = useSnapshot(app.termDialog.state);
  const [isLoaded, setIsLoaded] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the screen is another
  useEffect(() => app.termDialog.close(), [path]);

  useEffect(() => {
    if (term === null || isLoaded) return;
    void loadOrAlert(loadTermDialog, app).then((isThere) => {
      setIsLoaded(isThere);
      if (!isThere) app.termDialog.close();
    });
  }, [app, term, isLoaded]);

  return term !== null && isLoaded ? <TermDialog term={term} /> : null;
};

const LESSON = "/lessons/:product/:course/:lesson";

/** Redirects to the first screen of the build. */
const Main = ({ variant, isStart }: { variant: Variant; isStart: boolean }) => (
  <Redirect to={variant.home(useApp(), isStart)} replace state={{ landing: true }} />
);

/** The screen of an address, within header and footer. */
export const Routes = ({ variant }: { variant: Variant }) => {
  const {
    features,
    menus,
    dialogs,
    HeaderLinks,
    StatusIndicator,
    UnseenNotice,
    Notices,
    ChapterTool,
  } = variant;
  const app = useApp();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { status } = useSnapshot(app.courses.state);
  const { failure } = useSnapshot(app.study.state);
  const { refused } = useSnapshot(app.queue.state);
  // The path at which the app was opened. Only at that time may the main page redirect to the last place.
  const opened = useRef(path);
  const showsBar = useNarrowScreen(variant.phoneBar && !path.startsWith(DESK));
  const inLesson = path.split("/").filter(Boolean).length > 3 && failure === null;
  const [dialog, setDialog] = useState("");
  const Dialog = dialogs?.[dialog];

  const from = useRef("/");

  // The check runs while the screen is loading. The main page only redirects, so it needs none.
  useLayoutEffect(() => {
    const ask = () => {
      prefetchScreen(features, path === "/" ? variant.home(app, false) : path, app);
      if (path !== AUTHORIZATION && path !== "/") void app.session.check();
    };
    // At the start the calls of the first screen have been sent ahead, so this is a task of its own.
    if (from.current !== "/") return ask();
    const timer = setTimeout(ask);
    return () => clearTimeout(timer);
  }, [path, app, features, variant]);

  // A link that is removed with its screen leaves the focus to nobody, so the next screen takes it. At the
  // start of the app the first Tab stop remains the link past the header.
  useEffect(() => {
    if (from.current !== "/") focusNextContent(null);
    from.current = path;
  }, [path]);

  const mayDownload = useMayDownload();
  const person = menus.person.filter((entry) => mayDownload || !entry.onlyForDownloaders);

  const main = (): ReactNode => {
    const isStart = opened.current === "/";
    opened.current = "";
    return <Main variant={variant} isStart={isStart} />;
  };

  const tools = (
    <>
      {StatusIndicator ? <StatusIndicator /> : null}
      <LanguageMenu />
    </>
  );

  if (status === "loading" && !path.startsWith("/lessons/")) return <LoadingScreen />;
  return (
    <>
      {inLesson ? null : (
        <Header
          tools={tools}
          menus={{ progress: menus.progress, person }}
          links={HeaderLinks ? <HeaderLinks /> : null}
          onGo={(entry) => (dialogs?.[entry] ? setDialog(entry) : navigate(entry))}
          signsOut={variant.signsOut}
        />
      )}
      {UnseenNotice ? <UnseenNotice /> : null}
      {inLesson ? null : <Announcements />}
      {Notices ? <Notices /> : null}
      {refused.length > 0 ? <UnsentNotice /> : null}
      <ErrorBoundary key={path}>
        <Switch>
          <Route path="/">{main}</Route>
          <Route path={AUTHORIZATION}>
            <Redirect to={wantedPath(search)} replace />
          </Route>
          {features.map(({ path: address, Screen }) => (
            <Route key={address} path={address}>
              <Screen />
            </Route>
          ))}
          <Route path={LESSON}>
            {(keys) => (
              <LessonRoute {...keys} tools={tools} Assignment={variant.LessonAssignment} />
            )}
          </Route>
          <Route path="/lessons/:product/:course">
            {(keys) => <LessonsScreen {...keys} ChapterTool={ChapterTool} />}
          </Route>
          <Route>
            <Redirect to="/" replace />
          </Route>
        </Switch>
        {Dialog ? <Dialog onClose={() => setDialog("")} /> : null}
        <TermOverlay path={path} />
      </ErrorBoundary>
      <WaitingOverlay />
      {inLesson ? null : <Footer />}
      <ScrollToTop />
      {showsBar ? <PhoneBar /> : null}
    </>
  );
};
