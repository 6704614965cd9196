import { newDatabase } from "../server/support/new-database.ts";
import { fuzz } from "./suites/fuzz.ts";

fuzz("PostgreSQL", newDatabase, true);
