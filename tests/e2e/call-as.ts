import type { Account } from "./school.ts";

/**
 * Signs in to the school without a browser. Sessions of the account in a browser end.
 * @returns what sends a call: without a body it is a GET, else a POST unless it says otherwise. It throws when the
 * school refuses the call.
 */
export const callAs = async (school: string, { username, password }: Account) => {
  const send = async (
    path: string,
    body?: object,
    { method = body ? "POST" : "GET", headers = {} }: RequestInit = {},
  ) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${school}/api${path}`, {
      method,
      headers: { ...(isForm ? {} : { "content-type": "application/json" }), ...headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}.`);
    return answer.json();
  };
  const { token } = await send("/user/login", { username, password, sessionId: null });
  return (path: string, body?: object, { method, headers = {} }: RequestInit = {}) =>
    send(path, body, {
      ...(method && { method }),
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
};
