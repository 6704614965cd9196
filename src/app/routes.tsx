import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { Boot } from "../features/shell/boot.tsx";
import { Footer } from "../features/shell/footer.tsx";
import { Header } from "../features/shell/header.tsx";
import { LanguageMenu } from "../features/shell/language-menu.tsx";
import { ScrollToTop } from "../features/shell/scroll-to-top.tsx";
import { WaitingOverlay } from "../features/shell/waiting-overlay.tsx";
import type { App } from "./create-app.ts";
import type { InsideServices } from "./create-inside.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { AUTHORIZATION, wantedPath } from "./guard.ts";
import { coursePath, glossaryPath, lessonPath, placePath } from "./paths.ts";
import {
  anticipate,
  FaqScreen,
  GlossaryScreen,
  HowToStudyScreen,
  LessonScreen,
  LessonsScreen,
  loadTermDialog,
  ProfileScreen,
  ProgressScreen,
  prepareScreens,
  TermDialog,
} from "./screens.ts";

const LESSON = "/lessons/:product/:course/:lesson";

export interface RoutesProps {
  app: App;
  services: InsideServices;
}

/** Which screen an address shows, within header and footer. */
export const Routes = ({ app, services }: RoutesProps) => {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { status } = useSnapshot(services.courses.state);
  const { name } = useSnapshot(app.organisation.state);
  const { courseKey } = useSnapshot(services.place.state);
  // Where the app was opened: only then does the main page lead back to where one was.
  const opened = useRef(path);
  const { failure } = useSnapshot(services.study.state);
  const inLesson = path.split("/").length > 4 && failure === null;

  /** The glossary entry that lies over the screen; it goes with the screen. */
  const [term, setTerm] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the screen is another
  useEffect(() => setTerm(null), [path]);

  const sayNoConnection = () =>
    app.alerts.show({ tone: "error", text: "failure.connection", seconds: 6 });

  // Without its code nothing opens, and the screen stays as it is.
  const openTerm = (wanted: string) => {
    loadTermDialog().then(() => setTerm(wanted), sayNoConnection);
  };

  // The check runs beside the screen's own loading; the main page only leads on.
  useEffect(() => {
    anticipate(path, services);
    if (path !== AUTHORIZATION && path !== "/") void app.session.check();
  }, [path, app, services]);

  useEffect(() => {
    if (status !== "loading") prepareScreens();
  }, [status]);

  const main = () => {
    const back = opened.current === "/" ? placePath(services.place.state) : null;
    opened.current = "";
    return <Redirect to={back ?? "/profile"} replace />;
  };

  const language = <LanguageMenu service={app.language} onFailure={sayNoConnection} />;

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
          onHome={() => navigate("/")}
          onToday={() => navigate("/progress")}
          onProfile={() => navigate("/profile")}
          onFaq={() => navigate("/faq")}
          onGlossary={() => navigate("/glossary")}
          onHowToStudy={() => navigate("/how-to-study")}
          onLogout={() => app.session.logOut()}
          onCourse={(product, course) => navigate(coursePath(product, course))}
        />
      )}
      <ErrorBoundary key={path}>
        <Switch>
          <Route path="/">{main}</Route>
          <Route path={AUTHORIZATION}>
            <Redirect to={wantedPath(search)} replace />
          </Route>
          <Route path="/profile">
            <ProfileScreen
              session={app.session}
              account={services.account}
              alerts={app.alerts}
              courses={services.courses}
              organisationName={name}
              coursePath={coursePath}
            />
          </Route>
          <Route path="/faq">
            <FaqScreen reference={services.reference} organisationName={name} onTerm={openTerm} />
          </Route>
          <Route path="/glossary">
            <GlossaryScreen
              reference={services.reference}
              files={services.files}
              organisationName={name}
              glossaryPath={glossaryPath}
            />
          </Route>
          <Route path="/how-to-study">
            <HowToStudyScreen
              reference={services.reference}
              courses={services.courses}
              place={services.place}
              organisationName={name}
              onTerm={openTerm}
            />
          </Route>
          <Route path="/progress">
            <ProgressScreen
              session={app.session}
              services={services}
              organisationName={name}
              coursePath={coursePath}
              lessonPath={lessonPath}
            />
          </Route>
          <Route path={LESSON}>
            {(params) => (
              <LessonScreen
                key={`${params.product}/${params.course}/${params.lesson}`}
                services={services}
                alerts={app.alerts}
                organisationName={name}
                productKey={params.product}
                courseKey={params.course}
                lessonName={params.lesson}
                language={language}
                coursePath={coursePath}
                lessonPath={lessonPath}
                onTerm={openTerm}
              />
            )}
          </Route>
          <Route path="/lessons/:product/:course">
            {(params) => (
              <LessonsScreen
                services={services}
                organisationName={name}
                productKey={params.product}
                courseKey={params.course}
                lessonPath={lessonPath}
              />
            )}
          </Route>
          <Route>
            <Redirect to="/" replace />
          </Route>
        </Switch>
        {term === null ? null : (
          <TermDialog
            term={term}
            reference={services.reference}
            files={services.files}
            glossaryPath={glossaryPath}
            onTerm={openTerm}
            onClose={() => setTerm(null)}
          />
        )}
      </ErrorBoundary>
      <WaitingOverlay study={services.study} />
      {inLesson ? null : <Footer organisation={app.organisation} />}
      <ScrollToTop />
    </>
  );
};
