import "../ui/base.css";
import { offline } from "./desktop/offline.tsx";
import { startDesktop } from "./desktop/start-desktop.tsx";

void startDesktop(offline);
