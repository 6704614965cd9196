import { fuzz } from "./suites/fuzz.ts";

fuzz("SQLite", async () => undefined);
