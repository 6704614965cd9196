import "./desktop/public-path.ts";
import "../ui/base.css";
import { composeOffline } from "./desktop/compose-offline.tsx";
import { startDesktop } from "./desktop/start-desktop.tsx";

void startDesktop(composeOffline);
