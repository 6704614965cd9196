import { subscribeKey } from "valtio/utils";
import { Boot } from "../../features/shell/boot.tsx";
import { HeaderLink } from "../../features/shell/header-link.tsx";
import {
  type ContentImport,
  createContentImport,
} from "../../offline/content-import/content-import.ts";
import { contentDamagedAlert } from "../../offline/failure-messages.ts";
import { createIndexFiles } from "../../offline/index-files.ts";
import { createLicenceSession } from "../../offline/licence/licence-session.ts";
import { createLocalContent } from "../../offline/local-content.ts";
import { createLocalSchool } from "../../offline/local-school/local-school.ts";
import { lazily } from "../../ui/lazily.tsx";
import type { BuildSettings } from "../build-settings.ts";
import type { InsideServices } from "../create-inside.ts";
import type { Screen } from "../features.ts";
import { goTo } from "../location.ts";
import { coursePath } from "../paths.ts";
import { personOf } from "../person-of.ts";
import { plainPart } from "../screens/part.ts";
import { screen, screens } from "../screens/screens.ts";
import { About } from "./about.tsx";
import type { ImportScreenProps } from "./content-import.tsx";
import type { DesktopParts, DesktopWays } from "./desktop-parts.ts";
import { ABOUT, CONTENT_IMPORT, MEASUREMENTS } from "./desktop-paths.ts";
import { LicenceEnd } from "./licence-end.tsx";
import { LookUp } from "./look-up.tsx";

declare const BUILD: BuildSettings;

/** Of the web app's screens those that need nobody at the school. */
const REFERENCE = ["/faq", "/glossary", "/how-to-study"] as const;

const measurements = screen(
  plainPart("own-data", () => import(/* webpackChunkName: "own-data" */ "./own-measurements.tsx")),
);

const loadImport = plainPart(
  "content-import",
  () => import(/* webpackChunkName: "content-import" */ "./content-import.tsx"),
);

const importScreen = (contentImport: ContentImport): Screen => {
  const View = lazily<ImportScreenProps>(loadImport, Boot);
  return screen(async () => ({
    default: (props) => <View {...props} contentImport={contentImport} />,
  }));
};

/** One begins in the course that there is, or with the import of one. */
const home = ({ courses }: InsideServices): string => {
  const [first] = courses.state.groups.flatMap((group) =>
    group.courses.map(({ course }) => coursePath(group.product.cd, course.key)),
  );
  return first ?? CONTENT_IMPORT;
};

/**
 * The offline build: a licence lets one in, content is imported from a folder, and all that is done
 * stays on this machine.
 */
export const offline = (parts: DesktopParts): DesktopWays => {
  const { machine, licence } = parts;
  const index = createIndexFiles(machine);
  const content = createLocalContent({ machine, index });
  const contentImport = createContentImport({ machine, index, content });
  const reference = Object.fromEntries(REFERENCE.map((path) => [path, screens[path] as Screen]));
  return {
    login: false,
    async takeUp(app) {
      await index.recover();
      await content.load();
      if (content.state.status === "damaged") app.alerts.show(contentDamagedAlert);
    },
    options: {
      singleLogin: false,
      createSession: createLicenceSession(licence),
      license: () => licence.state.activationId,
      answer: (_, session) =>
        createLocalSchool({
          content,
          storage: machine.storage,
          personId: () => personOf(parts.app()),
          now: machine.now,
          level: () => session().state.level,
          language: () => parts.app().language.state.language,
        }),
    },
    features: {
      screens: {
        ...reference,
        [MEASUREMENTS]: measurements,
        [CONTENT_IMPORT]: importScreen(contentImport),
      },
      entries: {
        progress: [],
        own: [
          { text: "faq.title", path: "/faq" },
          { text: "glossary.title", path: "/glossary" },
          { text: "how-to-study.title", path: "/how-to-study" },
          { text: "measurements.title", path: MEASUREMENTS },
          { text: "about.title", path: ABOUT },
        ],
      },
      dialogs: { [ABOUT]: (onClose) => <About parts={parts} onClose={onClose} /> },
      headerLinks: () => <HeaderLink text="content-import.title" path={CONTENT_IMPORT} />,
      notice: (props) => (
        <>
          <LookUp {...props} lookUp={parts.lookUp} />
          <LicenceEnd parts={parts} />
        </>
      ),
      home,
      signsOut: false,
      begin({ services }) {
        void contentImport.cleanUp();
        const fallBack = () => {
          const { fallbackSelection } = BUILD;
          if (content.state.status === "none" || !fallbackSelection) return;
          void services.fallBack(fallbackSelection);
        };
        fallBack();
        const takeUp = () => void services.renew().then(fallBack);
        const stopOpening = machine.onOpen((zip) => {
          goTo(CONTENT_IMPORT);
          void contentImport.importZip(zip);
        });
        const stopTakingUp = subscribeKey(content.state, "version", takeUp);
        return () => {
          stopOpening();
          stopTakingUp();
        };
      },
    },
  };
};
