import { getNews, type News } from "../../../contract/news.ts";
import type { Send } from "../../../transport/transport.ts";

/** When the person is told what is new; null where the school does not tell it, or cannot be reached. */
export const fetchNews = async (send: Send): Promise<News | null> => {
  const answer = await send(getNews);
  return answer.ok ? answer.value.news : null;
};
