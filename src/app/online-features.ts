import type { Features } from "./features.ts";
import { TUTOR_TALK } from "./paths.ts";
import { screens } from "./screens/screens.ts";

/** The web app's: everything that the school answers. */
export const onlineFeatures: Features = {
  screens,
  entries: {
    progress: [
      { text: "progress.title", path: "/progress" },
      { text: "assignments.title", path: "/assignments" },
    ],
    own: [
      { text: "profile.title", path: "/profile" },
      { text: "tutor-talk.title", path: TUTOR_TALK },
      { text: "faq.title", path: "/faq" },
      { text: "glossary.title", path: "/glossary" },
      { text: "how-to-study.title", path: "/how-to-study" },
      { text: "downloads.title", path: "/downloads", note: "header.downloads-note" },
    ],
  },
  home: () => "/profile",
  signsOut: true,
};
