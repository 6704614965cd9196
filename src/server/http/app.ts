import { Hono } from "hono";
import { openIdRoutes } from "../accounts/openid/routes.ts";
import { resetPageRoutes } from "../accounts/password/reset-page-routes.ts";
import { changePasswordRoute, forgotPasswordRoute } from "../accounts/password/routes.ts";
import { secondFactorRoutes } from "../accounts/second-factor/routes.ts";
import { secondStepRoute } from "../accounts/second-factor/sign-in-reply.ts";
import { framedSessionRoutes } from "../accounts/session/framed-session-routes.ts";
import { acceptPolicyRoute, sessionRoutes } from "../accounts/session/routes.ts";
import { SignInAttempts } from "../accounts/session/sign-in-attempts.ts";
import { downloadRoutes } from "../activation/downloads/routes.ts";
import { activationRoutes } from "../activation/routes.ts";
import { signingRoutes } from "../activation/signing-routes.ts";
import { assignmentRoutes } from "../assignments/routes.ts";
import { changeRoutes } from "../audit/routes.ts";
import { staffAssetRoutes } from "../content/editor/asset-routes.ts";
import { staffEntryRoutes } from "../content/editor/entry-routes.ts";
import { formRoutes } from "../content/editor/form-routes.ts";
import { lessonFileRoutes } from "../content/editor/lesson-file-routes.ts";
import { staffLessonRoutes } from "../content/editor/lesson-routes.ts";
import { staffEditorRoutes } from "../content/editor/routes.ts";
import { staffTreeRoutes } from "../content/editor/tree/tree-routes.ts";
import { staffContentRoutes } from "../content/source/routes.ts";
import { deskRoutes } from "../desk/routes.ts";
import { studentRoutes } from "../desk/student-routes.ts";
import { jobRoutes } from "../jobs/routes.ts";
import { messageRoutes } from "../messages/routes.ts";
import { choicePageRoutes } from "../news/choice-page-routes.ts";
import { pushRoutes } from "../news/push/routes.ts";
import { newsRoutes } from "../news/routes.ts";
import { importRoutes } from "../people/import/routes.ts";
import { peopleRoutes } from "../people/routes.ts";
import { HttpProblem } from "../problem.ts";
import { publicRoutes } from "../public/routes.ts";
import { reportRoutes } from "../reports/routes.ts";
import { firstStartRoutes } from "../school/first-start/routes.ts";
import { brandRoutes, organisationRoutes, siteRoutes } from "../school/organisation-routes.ts";
import { schoolRoutes } from "../school/routes.ts";
import type { Services } from "../services.ts";
import { FileAccess } from "../store/serve/file-access.ts";
import { fileRoutes } from "../store/serve/routes.ts";
import { localContentRoutes } from "../study/local-content/routes.ts";
import { measurementRoutes } from "../study/measurement-routes.ts";
import { noteRoutes } from "../study/note-routes.ts";
import { progressRoutes } from "../study/progress/routes.ts";
import { courseRoutes, menuRoutes, productRoutes } from "../study/routes.ts";
import { savedDraftRoutes } from "../study/saved-draft-routes.ts";
import { videoRoutes } from "../study/video/routes.ts";
import { asProblem } from "./as-problem.ts";
import { authenticate } from "./authenticate.ts";
import { healthRoutes, metricsRoutes } from "./health-routes.ts";
import { requestIdOf } from "./listener.ts";
import type { Metrics } from "./metrics.ts";
import { problemReply } from "./reply.ts";
import type { App } from "./route.ts";
import { Tickets } from "./tickets.ts";
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
  staffAssetRoutes(api, services);
  staffEditorRoutes(api, services);
  staffEntryRoutes(api, services);
  staffLessonRoutes(api, services);
  lessonFileRoutes(api, services);
  staffTreeRoutes(api, services);
  formRoutes(api, services);
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
  savedDraftRoutes(api, services);
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
  publicRoutes(app, services);
  // Before the web app's files: a build has a manifest for servers other than the school's.
  manifestRoutes(app, services);
  webAppRoutes(app, services);
  return app;
};
