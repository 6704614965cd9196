import type { App } from "./create-app.ts";

const Inside = ({ app }: { app: App }) => (
  <button type="button" onClick={() => app.session.logOut()}>
    Logout
  </button>
);
export default Inside;
