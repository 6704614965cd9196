import { Hono } from "hono";
import { activationRoutes } from "./activation/routes.ts";
import { signingRoutes } from "./activation/signing-routes.ts";
import { asProblem } from "./as-problem.ts";
import { assignmentRoutes } from "./assignments/routes.ts";
import { changeRoutes } from "./audit/routes.ts";
import { authenticate } from "./authenticate.ts";
import { courseRoutes } from "./courses/routes.ts";
import { deskRoutes } from "./desk/routes.ts";
import { studentRoutes } from "./desk/student-routes.ts";
import { downloadRoutes } from "./downloads/routes.ts";
import { FileAccess } from "./files/file-access.ts";
import { fileRoutes } from "./files/routes.ts";
import { firstStartRoutes } from "./first-start/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { requestIdOf } from "./listener.ts";
import { localContentRoutes } from "./local-content/routes.ts";
import { measurementRoutes } from "./measurements/routes.ts";
import { menuRoutes } from "./menu/routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { metricsRoutes } from "./metrics/routes.ts";
import { choicePageRoutes } from "./news/choice-page.ts";
import { newsRoutes } from "./news/routes.ts";
import { noteRoutes } from "./notes/routes.ts";
import { openIdRoutes } from "./openid/routes.ts";
import { organisationRoutes } from "./organisations/routes.ts";
import { changePasswordRoute } from "./password/change-password.ts";
import { forgotPasswordRoute } from "./password/forgot-password.ts";
import { resetPageRoutes } from "./password/reset-page.ts";
import { acceptPolicyRoute } from "./policies/accept-policy.ts";
import { HttpProblem, problemReply } from "./problem.ts";
import { productRoutes } from "./products/routes.ts";
import { progressRoutes } from "./progress/routes.ts";
import { pushRoutes } from "./push/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import type { App } from "./route.ts";
import { secondStepRoute } from "./second-factor/finish-sign-in.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import type { Services } from "./services.ts";
import { framedSessionRoutes } from "./session/framed-session.ts";
import { sessionRoutes } from "./session/routes.ts";
import { SignInAttempts } from "./session/sign-in-attempts.ts";
import { siteRoutes } from "./sites/routes.ts";
import { staffContentRoutes } from "./staff/content.ts";
import { staffEditorRoutes } from "./staff/editor.ts";
import { staffEntryRoutes } from "./staff/entries.ts";
import { importRoutes } from "./staff/imports.ts";
import { jobRoutes } from "./staff/jobs.ts";
import { peopleRoutes } from "./staff/people/routes.ts";
import { brandRoutes } from "./staff/school/brand-routes.ts";
import { schoolRoutes } from "./staff/school/routes.ts";
import { Tickets } from "./tickets.ts";
import { videoRoutes } from "./video/routes.ts";
import { manifestRoutes } from "./web-app/manifest.ts";
import { webAppRoutes } from "./web-app/routes.ts";

const createApi = (services: Services): App => {
  const api: App = new Hono();
  const attempts = new SignInAttempts(services);
  const access = new FileAccess(services);
  const tickets = new Tickets(services);
  healthRoutes(api, services);
  sessionRoutes(api, services, attempts);
  framedSessionRoutes(api, services);
  secondStepRoute(api, services, attempts);
  secondFactorRoutes(api, services, attempts);
  changePasswordRoute(api, services, attempts);
  forgotPasswordRoute(api, services);
  openIdRoutes(api, services);
  resetPageRoutes(api, services, attempts);
  firstStartRoutes(api, services);
  acceptPolicyRoute(api, services);
  courseRoutes(api, services);
  productRoutes(api, services, access);
  menuRoutes(api, services);
  fileRoutes(api, services, access, tickets);
  localContentRoutes(api, services, tickets);
  // Must come after the routes of assignments' pictures, whose addresses also match these.
  assignmentRoutes(api, services);
  messageRoutes(api, services);
  deskRoutes(api, services);
  studentRoutes(api, services);
  schoolRoutes(api, services);
  jobRoutes(api, services, tickets);
  peopleRoutes(api, services);
  importRoutes(api, services);
  staffContentRoutes(api, services);
  staffEditorRoutes(api, services);
  staffEntryRoutes(api, services);
  brandRoutes(api, services);
  organisationRoutes(api, services);
  siteRoutes(api, services);
  progressRoutes(api, services);
  videoRoutes(api, services, access);
  noteRoutes(api, services);
  newsRoutes(api, services);
  choicePageRoutes(api, services);
  pushRoutes(api, services);
  downloadRoutes(api, services, tickets);
  measurementRoutes(api, services);
  changeRoutes(api, services);
  reportRoutes(api, services);
  activationRoutes(api, services);
  signingRoutes(api, services);
  return api;
};

/** Adds routes that go before those of the web app. */
export type ExtendApp = (app: App, services: Services) => void;

/**
 * The whole school: its calls under /api and the web app under /tls/.
 * @param metrics null: there is no page with metrics
 */
export const createApp = (
  services: Services,
  metrics: { metrics: Metrics; token: string } | null,
  extend?: ExtendApp,
): App => {
  const app: App = new Hono();
  app.onError((reason, { env }) => {
    const id = requestIdOf(env.incoming);
    return problemReply(asProblem(reason, services.log, id), id);
  });
  app.notFound(async ({ req }) => {
    if (req.path.startsWith("/api/")) await authenticate(services, req);
    throw new HttpProblem(404, "server/not_found", "There is no such endpoint");
  });
  app.route("/api", createApi(services));
  healthRoutes(app, services);
  if (metrics) metricsRoutes(app, metrics.metrics, metrics.token);
  extend?.(app, services);
  // Before the web app's files: a build has a manifest for servers other than the school's.
  manifestRoutes(app, services);
  webAppRoutes(app, services);
  return app;
};
