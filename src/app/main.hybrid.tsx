import { createRoot } from "react-dom/client";
import "../ui/base.css";
import { Boot } from "../features/shell/boot.tsx";
import { createWebMachine } from "../platform/web/web-machine.ts";
import { lazily } from "../ui/lazily.tsx";
import { createApp } from "./create-app.ts";
import { loadMessages, loadStyle } from "./page-files.ts";
import { Root } from "./root.tsx";

declare const FILE_SERVER: string;
declare const ORGANISATION: { id: number; name: string };

const page = document.documentElement;

const app = createApp({
  machine: createWebMachine(),
  fileServer: FILE_SERVER,
  loadMessages,
  onLanguage(language, direction) {
    page.lang = language;
    page.dir = direction;
  },
  organisation: ORGANISATION,
  singleLogin: true,
});

const loadInside = async () => {
  const [module] = await Promise.all([
    import(/* webpackChunkName: "inside" */ "./inside.tsx"),
    app.language.require("inside"),
    loadStyle("inside"),
  ]);
  return module;
};

const start = async () => {
  app.network.boot();
  app.session.boot();
  await app.language.boot(page.lang);
  const container = document.getElementById("root") as HTMLElement;
  const onReady = () => {
    page.dataset.ready = "";
  };
  createRoot(container).render(
    <Root app={app} Inside={lazily(loadInside, Boot)} onReady={onReady} />,
  );
};

void start();
