import "../ui/inside.css";
import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { Router } from "wouter";
import { roleOf } from "../domain/roles.ts";
import type { Tabs } from "../platform/ports.ts";
import { steadyClicks } from "../ui/steady-clicks.ts";
import type { App } from "./create-app.ts";
import { createInside } from "./create-inside.ts";
import type { Features } from "./features.ts";
import { AUTHORIZATION, wantedPath } from "./guard.ts";
import { BASE, usePath } from "./location.ts";
import { Routes } from "./routes.tsx";

export interface InsideProps {
  app: App;
  tabs: Tabs;
  features: Features;
}

/** Everything behind the sign-in form; made anew for everybody who signs in. */
export const Inside = ({ app, tabs, features }: InsideProps) => {
  const [services] = useState(() => createInside(app, tabs));
  const { level } = useSnapshot(app.session.state);
  const { path, search } = usePath();
  useEffect(() => {
    // A school's own styles can tell its people apart.
    const role = roleOf(level);
    document.body.classList.add(role);
    return () => document.body.classList.remove(role);
  }, [level]);
  useEffect(() => services.sendOnceBack(), [services]);
  useEffect(() => features.begin?.({ app, services }), [app, services, features]);
  useEffect(steadyClicks, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address counts at the start only
  useEffect(() => {
    // Lessons select their course themselves, and the main page leads back to them.
    const opened = path === AUTHORIZATION ? wantedPath(search) : path;
    void services.boot({ restore: path !== "/" && !opened.startsWith("/lessons/") });
    return services.stopOnSessionEnd();
  }, [services]);
  return (
    <Router base={BASE}>
      <Routes app={app} services={services} features={features} />
    </Router>
  );
};
