import { useEffect, useRef } from "react";
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
import { coursePath, lessonPath, placePath } from "./paths.ts";
import {
  anticipate,
  LessonScreen,
  LessonsScreen,
  ProfileScreen,
  prepareScreens,
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

  const language = (
    <LanguageMenu
      service={app.language}
      onFailure={() => app.alerts.show({ tone: "error", text: "failure.connection", seconds: 6 })}
    />
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
          onHome={() => navigate("/")}
          onProfile={() => navigate("/profile")}
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
      </ErrorBoundary>
      <WaitingOverlay study={services.study} />
      {inLesson ? null : <Footer organisation={app.organisation} />}
      <ScrollToTop />
    </>
  );
};
