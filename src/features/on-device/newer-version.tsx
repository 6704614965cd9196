import { useState } from "react";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import { useApp } from "../../app-context/use-app.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Kept } from "../../kept/kept.ts";
import { PageNotice } from "../../ui/page-notice.tsx";

/** `/lessons/PRODUCT/COURSE/LESSON`: nothing is offered during a lesson. */
const isLesson = (path: string): boolean => path.split("/").length > 4;

const Offer = ({ kept }: { kept: Kept }) => {
  const text = useText();
  const { newer } = useSnapshot(kept.state);
  const [location] = useLocation();
  /** What was put off, until there is something else to say. */
  const [later, setLater] = useState<typeof newer>(null);
  if (newer === null || newer === later || isLesson(location)) return null;
  return (
    <PageNotice label={text("on-device.newer")}>
      <p role="status">
        {text(newer === "waiting" ? "on-device.newer-waiting" : "on-device.newer-serving")}
      </p>
      <button type="button" className="button" onClick={() => kept.services()?.useNewer()}>
        {text("on-device.newer-use")}
      </button>
      <button type="button" className="button quiet" onClick={() => setLater(newer)}>
        {text("on-device.newer-later")}
      </button>
    </PageNotice>
  );
};

/** Offers a newer version of the app. It is never put in place by itself while the app is open. */
const NewerVersion = () => {
  const { kept } = useApp();
  return kept ? <Offer kept={kept} /> : null;
};

export default NewerVersion;
