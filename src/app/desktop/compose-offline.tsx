import { subscribeKey } from "valtio/utils";
import {
  ABOUT,
  ALERT_HISTORY,
  CONTENT_IMPORT,
  coursePath,
  placePath,
} from "../../app-context/links.ts";
import { goTo } from "../../app-context/location.ts";
import { personIdOf } from "../../app-context/person-id.ts";
import { AboutDialog } from "../../features/about/public.ts";
import { LicenceExpiry } from "../../features/activation/public.ts";
import { AlertHistoryDialog } from "../../features/alert-history/public.ts";
import { contentImport as importFeature } from "../../features/content-import/route.ts";
import { faq } from "../../features/faq/route.ts";
import { LookUp } from "../../features/glossary/look-up.tsx";
import { glossary } from "../../features/glossary/route.ts";
import { howToStudy } from "../../features/how-to-study/route.ts";
import { patterns } from "../../features/patterns/route.ts";
import { measurementsFeature } from "../../features/profile/measurements-route.ts";
import { HeaderLink } from "../../features/shell/header-link.tsx";
import { createContentImport } from "../../offline/content-import/content-import.ts";
import { contentDamagedAlert } from "../../offline/failure-messages.ts";
import { createIndexFiles } from "../../offline/index-files.ts";
import { createLicenceSession } from "../../offline/licence/licence-session.ts";
import { createLocalContent } from "../../offline/local-content.ts";
import { createLocalSchool } from "../../offline/local-school/local-school.ts";
import type { OpenedDesktop } from "../../platform/ports.ts";
import { OFFLINE } from "../builds.ts";
import type { SignedInApp } from "../create-app.ts";
import { createBaseApp } from "../create-base-app.ts";
import type { Variant } from "../variant.ts";
import { createDesktopCore, type DesktopBuild } from "./desktop-build.ts";

declare const ORGANISATION: { id: number; name: string };

/** The first screen is where the app was closed, the imported course, or the import if there is none. */
const home: Variant["home"] = ({ courses, place }, isStart) => {
  const last = isStart ? placePath(place.state) : null;
  if (last !== null) return last;
  const [first] = courses.state.groups.flatMap((group) =>
    group.courses.map(({ course }) => coursePath(group.product.cd, course.key)),
  );
  return first ?? CONTENT_IMPORT;
};

const ImportLink = () => <HeaderLink text="content-import.title" path={CONTENT_IMPORT} />;

const OfflineNotices = () => (
  <>
    <LookUp />
    <LicenceExpiry />
  </>
);

/**
 * Composes the offline build: a licence signs the person in, content is imported from a folder, and
 * all data stays on this machine.
 */
export const composeOffline = (machine: OpenedDesktop): DesktopBuild => {
  const { core, licence, lookUp } = createDesktopCore(machine, (own) => ({
    singleLogin: OFFLINE.auth.singleLogin,
    createSession: createLicenceSession(own),
  }));
  const index = createIndexFiles(machine);
  const content = createLocalContent({ machine, index });
  const contentImport = createContentImport({ machine, index, content });
  const desktop = { machine, licence, lookUp, hybrid: null, contentImport };
  const app = createBaseApp(core, {
    organisation: ORGANISATION,
    closesExpiredCourses: OFFLINE.closesExpiredCourses,
    transport: createLocalSchool({
      content,
      storage: machine.storage,
      personId: () => personIdOf(core),
      now: machine.now,
      level: () => core.session.state.level,
      language: () => core.language.state.language,
    }),
    desktop,
  });

  const start = (signedIn: SignedInApp): (() => void) => {
    void contentImport.cleanUp();
    const selectFallback = () => {
      if (content.state.status === "none") return;
      void signedIn.selectFallback(OFFLINE.fallbackSelection);
    };
    selectFallback();
    const stopOpening = machine.onOpen((zip) => {
      goTo(CONTENT_IMPORT);
      void contentImport.importZip(zip);
    });
    const stopRenewing = subscribeKey(content.state, "version", () => {
      void signedIn.reloadContent().then(selectFallback);
      // The content brings the school's name, logo and colour.
      void app.organisation.load(null);
    });
    return () => {
      stopOpening();
      stopRenewing();
    };
  };

  return {
    app,
    desktop,
    required: OFFLINE.auth.required,
    async loadContent() {
      await index.recover();
      await content.load();
      if (content.state.status === "damaged") app.alerts.show(contentDamagedAlert);
    },
    variant: {
      features: [faq, glossary, howToStudy, measurementsFeature, patterns, importFeature],
      menus: {
        progress: [],
        person: [
          faq,
          glossary,
          howToStudy,
          measurementsFeature,
          patterns,
          { title: "alert-history.title", path: ALERT_HISTORY },
          { title: "about.title", path: ABOUT },
        ],
      },
      dialogs: { [ABOUT]: AboutDialog, [ALERT_HISTORY]: AlertHistoryDialog },
      HeaderLinks: ImportLink,
      Notices: OfflineNotices,
      home,
      // Its menu has every page, and there are fewer.
      phoneBar: false,
      signsOut: false,
      start,
    },
  };
};
