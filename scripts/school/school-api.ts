/** A signed-in account's calls, for measuring. */
export interface SchoolApi {
  token: string;
  /** @throws for any answer but a good one */
  get<Answer>(path: string): Promise<Answer>;
}

const good = async (response: Response): Promise<Response> => {
  if (response.ok) return response;
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
};

/** Signs in to one of the demo accounts, whose passwords are `demo-NAME`. */
export const openApi = async (url: string, name: string): Promise<SchoolApi> => {
  const body = JSON.stringify({ username: name, password: `demo-${name}`, sessionId: null });
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${url}/api/user/login`, { method: "POST", headers, body });
  const { token } = (await (await good(login)).json()) as { token: string };
  return {
    token,
    async get<Answer>(path: string) {
      const response = await fetch(`${url}/api${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await (await good(response)).json()) as Answer;
    },
  };
};

interface Skeleton {
  product: {
    menu: { menu1: { props: { key: string }; menu2: { lessons: string[] }[] }[] };
    courses: Record<string, { props: { title: string }; visibles: string[] }>;
    lessons: Record<string, { dbid: number; title: { en: string } }>;
  };
}

/** A lesson and how its text begins, by which one sees that it is on the screen. */
export interface OpenedLesson {
  id: number;
  title: string;
  beginning: string;
}

const beginningOf = (html: string): string => {
  const [, paragraph = ""] = /<p>(.*?)<\/p>/s.exec(html) ?? [];
  const text = paragraph.replaceAll(/<[^>]*>/g, "\n").split("\n")[0] ?? "";
  return text.replaceAll("&quot;", '"').replaceAll("&amp;", "&").slice(0, 40).trim();
};

/** The title of a course and the first lessons of its first section that has so many. */
export const firstLessons = async (api: SchoolApi, product: string, course: string) => {
  const { product: skeleton } = await api.get<Skeleton>(`/products/${product}/skeleton`);
  const { props, visibles } = skeleton.courses[course] ?? { props: { title: "" }, visibles: [] };
  const entries = skeleton.menu.menu1.filter(
    ({ props: { key } }) => visibles.length === 0 || visibles.includes(key),
  );
  const keys = entries[0]?.menu2[0]?.lessons.slice(0, 2) ?? [];
  const lessons: OpenedLesson[] = [];
  for (const key of keys) {
    const { lesson } = await api.get<{
      lesson: { html: { languages: { en: { pages: { html: string }[] } } } };
    }>(`/products/${product}/lessons/${key}`);
    const { dbid = 0, title = { en: key } } = skeleton.lessons[key] ?? {};
    const html = lesson.html.languages.en.pages[0]?.html ?? "";
    lessons.push({ id: dbid, title: title.en, beginning: beginningOf(html) });
  }
  return { title: props.title, lessons };
};
