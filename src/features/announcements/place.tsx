import { createKeptPlace, KeptPlace } from "../../app-context/kept-place.tsx";

export const place = createKeptPlace("announcements-height.v1");

export const AnnouncementsPlace = () => <KeptPlace of={place} />;
