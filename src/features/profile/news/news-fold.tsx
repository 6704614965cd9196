import { type ComponentType, useEffect, useState } from "react";
import { createChunk } from "../../../app-context/chunk.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { useApp } from "../../../app-context/use-app.ts";
import type { News } from "../../../contract/news.ts";
import { toolsMessages } from "../../../i18n/messages/tools.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Fold } from "../../../ui/fold.tsx";
import { fetchNews } from "./fetch-news.ts";
import type { NewsSectionProps } from "./news-section.tsx";

const load = createChunk<NewsSectionProps>(
  () => import(/* webpackChunkName: "news" */ "./news-section.tsx"),
  toolsMessages,
);

/**
 * When the person is told what is new: folded, and loaded when it is opened. Nothing at a school that does
 * not tell it.
 */
export const NewsFold = () => {
  const app = useApp();
  const text = useText();
  const [news, setNews] = useState<News | null>(null);
  const [Section, setSection] = useState<ComponentType<NewsSectionProps> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => void fetchNews(app.transport.send).then(setNews), [app]);
  if (!news) return null;

  const open = () => {
    setFailed(false);
    load(app).then(
      (module) => setSection(() => module.default),
      () => setFailed(true),
    );
  };
  return (
    <Fold heading={text("own-data.news")} onToggle={Section ? undefined : open}>
      <FailureNotice failure={failed} messages={{ else: "failure.connection" }} onRetry={open} />
      {Section ? <Section at={news} /> : null}
    </Fold>
  );
};
