import "../ui/base.css";
import { hybrid } from "./desktop/hybrid.tsx";
import { startDesktop } from "./desktop/start-desktop.tsx";

void startDesktop(hybrid);
