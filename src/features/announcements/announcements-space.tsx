import { createReservedSpace, ReservedSpace } from "../../app-context/reserved-space.tsx";

export const space = createReservedSpace("announcements-height.v1");

export const AnnouncementsSpace = () => <ReservedSpace of={space} />;
