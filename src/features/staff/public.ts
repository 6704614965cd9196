import { createChunk, lazyChunk } from "../../app-context/chunk.ts";
import { LoadingScreen } from "../../app-context/loading-screen.tsx";
import { staffMessages } from "../../i18n/messages/staff.ts";

/** The screens of the staff's desk, for levels 20 and above. */
export const StaffScreens = lazyChunk(
  createChunk(() => import(/* webpackChunkName: "staff" */ "./staff-screens.tsx"), staffMessages),
  LoadingScreen,
);
