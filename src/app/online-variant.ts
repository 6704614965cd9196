import { DESK } from "../app-context/desk-links.ts";
import { ALERT_HISTORY } from "../app-context/links.ts";
import { TUTOR_LEVEL } from "../domain/roles.ts";
import { AlertHistoryDialog } from "../features/alert-history/public.ts";
import { LessonAssignment } from "../features/assignments/lesson-assignment-chunk.tsx";
import { assignments } from "../features/assignments/route.ts";
import { DeskEntry, desk } from "../features/desk/route.tsx";
import { downloads, licenceFile } from "../features/downloads/route.ts";
import { faq } from "../features/faq/route.ts";
import { glossary } from "../features/glossary/route.ts";
import { howToStudy } from "../features/how-to-study/route.ts";
import { patterns } from "../features/patterns/route.ts";
import { measurementsFeature } from "../features/profile/measurements-route.ts";
import { profile } from "../features/profile/route.ts";
import { progress } from "../features/progress/route.ts";
import { tutorTalk } from "../features/tutor-talk/route.ts";
import { UnseenNotice } from "../features/unseen/public.ts";
import type { Variant } from "./variant.ts";

// In the order of the menus.
const progressMenu = [progress, assignments];
const personMenu = [profile, patterns, tutorTalk, faq, glossary, howToStudy, downloads];

/** The variant of the web app. */
export const onlineVariant: Variant = {
  features: [...progressMenu, ...personMenu, measurementsFeature, licenceFile, desk],
  menus: {
    progress: progressMenu,
    person: [...personMenu, { title: "alert-history.title", path: ALERT_HISTORY }],
  },
  dialogs: { [ALERT_HISTORY]: AlertHistoryDialog },
  HeaderLinks: DeskEntry,
  LessonAssignment,
  UnseenNotice,
  home: ({ session }) => (session.state.level < TUTOR_LEVEL ? profile.path : DESK),
  phoneBar: true,
  signsOut: true,
};
