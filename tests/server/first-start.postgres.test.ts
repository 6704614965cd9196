import { describe } from "vitest";
import { testFirstStart } from "./support/first-start.ts";
import { newDatabase } from "./support/new-database.ts";

describe("on PostgreSQL", () => testFirstStart(newDatabase));
