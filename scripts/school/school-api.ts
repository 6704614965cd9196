/** Calls of a signed-in account, for measurements. */
export interface SchoolApi {
  token: string;
  /** @throws an Error if the status is not 2xx */
  get<Answer>(path: string): Promise<Answer>;
}

const good = async (response: Response): Promise<Response> => {
  if (response.ok) return response;
  throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
};

/** Signs in with a demo account by a call; its password is `demo-NAME`. */
export const logIn = async (url: string, name: string, sessionId: string | null = null) => {
  const body = JSON.stringify({ username: name, password: `demo-${name}`, sessionId });
  const headers = { "content-type": "application/json" };
  const login = await fetch(`${url}/api/user/login`, { method: "POST", headers, body });
  return (await (await good(login)).json()) as { token: string; user: unknown };
};

/** Signs in with a demo account. */
export const openApi = async (url: string, name: string): Promise<SchoolApi> => {
  const { token } = await logIn(url, name);
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
