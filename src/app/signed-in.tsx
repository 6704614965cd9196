import "../ui/inside.css";
import { useEffect, useLayoutEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { Router } from "wouter";
import type { BaseApp } from "../app-context/app.ts";
import { AppContext, useBaseApp } from "../app-context/app-context.ts";
import { AUTHORIZATION, wantedPath } from "../app-context/guard.ts";
import { BASE, goTo, usePath } from "../app-context/location.ts";
import { roleOf } from "../domain/roles.ts";
import type { Tabs } from "../platform/ports.ts";
import { createApp } from "./create-app.ts";
import { Routes } from "./routes.tsx";
import type { Variant } from "./variant.ts";

/**
 * Ignores the second click of a double click if it hits another element than the first, for example
 * because the first click opened another screen.
 * @returns a function that removes the listener
 */
const ignoreDoubleClick = (): (() => void) => {
  let first: Element | null = null;
  const watch = (event: MouseEvent) => {
    // Clicks made by scripts are never part of a double click.
    if (!event.isTrusted) return;
    const target = (event.target as Element).closest("a, button");
    if (event.detail < 2) first = target;
    else if (target !== first) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  document.addEventListener("click", watch, true);
  return () => document.removeEventListener("click", watch, true);
};

interface SignedInProps {
  tabs: Tabs;
  variant: Variant;
  /** Adds what a build needs for the signed-in person; absent: nothing. */
  prepare?: (base: BaseApp) => BaseApp;
}

/** The app for a signed-in person. Its services are created again at each sign-in. */
export const SignedIn = ({ tabs, variant, prepare }: SignedInProps) => {
  const base = useBaseApp();
  const [app] = useState(() => createApp(base, tabs, prepare));
  const { level } = useSnapshot(app.session.state);
  const { path, search } = usePath();
  useEffect(() => {
    // Lets a school's own styles depend on the person's level.
    const role = roleOf(level);
    document.body.classList.add(role);
    return () => document.body.classList.remove(role);
  }, [level]);
  useEffect(() => app.sendWhenOnline(), [app]);
  useEffect(() => app.alertHistory.start(), [app]);
  useEffect(() => variant.start?.(app), [app, variant]);
  useEffect(ignoreDoubleClick, []);
  // Before the paint, and in a task of its own: a slow phone takes a while for either.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the only the first address counts
  useLayoutEffect(() => {
    // The lesson screens select their course themselves. The main page may redirect to a lesson.
    const asked = path === AUTHORIZATION ? wantedPath(search) : path;
    const opened = path === "/" ? variant.home(app, true) : asked;
    const timer = setTimeout(() => void app.boot({ restore: !opened.startsWith("/lessons/") }));
    let hasLeft = false;
    const stop = app.stopOnSessionEnd(() => {
      hasLeft = true;
    });
    return () => {
      clearTimeout(timer);
      stop();
      // The next person begins at the beginning, and not at an address of this one.
      if (hasLeft) goTo("/", { replace: true });
    };
  }, [app]);
  return (
    <AppContext.Provider value={app}>
      <Router base={BASE}>
        <Routes variant={variant} />
      </Router>
    </AppContext.Provider>
  );
};
