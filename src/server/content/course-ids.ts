import type { Kysely } from "kysely";
import type { SentProduct } from "../../contract/content.ts";
import type { Tables } from "../db/schema.ts";

/** The ids of all courses by key. */
export const courseIds = async (db: Kysely<Tables>): Promise<Map<string, number>> => {
  const rows = await db.selectFrom("product").select("data").orderBy("position").execute();
  const products: SentProduct[] = rows.map(({ data }) => JSON.parse(data));
  return new Map(
    products.flatMap(({ courses }) =>
      Object.entries(courses).map(([key, { props }]) => [key, props.id] as const),
    ),
  );
};
