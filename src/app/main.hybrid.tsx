import "./desktop/public-path.ts";
import "../ui/base.css";
import { composeHybrid } from "./desktop/compose-hybrid.ts";
import { startDesktop } from "./desktop/start-desktop.tsx";

void startDesktop(composeHybrid);
