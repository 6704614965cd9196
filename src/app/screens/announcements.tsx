import { useEffect } from "react";
import { AnnouncementList } from "../../features/announcements/announcement-list.tsx";
import { createAnnouncements } from "../../features/announcements/announcements.ts";
import { only } from "../create-inside.ts";
import { loadStyle } from "../page-files.ts";
import { personOf } from "../person-of.ts";
import type { ScreenProps } from "./screen-props.ts";

const create = ({ app }: Pick<ScreenProps, "app">) =>
  createAnnouncements({
    send: app.transport.send,
    storage: app.machine.storage,
    organisationId: app.session.state.user?.org_id ?? app.organisation.defaultId,
    personId: personOf(app),
    prepare: () => Promise.all([app.language.require("announcements"), loadStyle("announcements")]),
  });

const Announcements = (props: ScreenProps) => {
  const announcements = only(props, create);
  useEffect(() => {
    void announcements.load();
  }, [announcements]);
  return <AnnouncementList announcements={announcements} />;
};

export default Announcements;
