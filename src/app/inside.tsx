import { useEffect, useState } from "react";
import { Router } from "wouter";
import type { App } from "./create-app.ts";
import { createInside } from "./create-inside.ts";
import { BASE } from "./location.ts";
import { Routes } from "./routes.tsx";

/** Everything behind the sign-in form; made anew for everybody who signs in. */
const Inside = ({ app }: { app: App }) => {
  const [services] = useState(() => createInside(app));
  useEffect(() => {
    void services.boot();
    return services.stopOnSessionEnd();
  }, [services]);
  return (
    <Router base={BASE}>
      <Routes app={app} services={services} />
    </Router>
  );
};

export default Inside;
