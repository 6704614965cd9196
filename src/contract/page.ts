import * as v from "valibot";

/**
 * A list that can grow is sent in pages; only our school does so. A request without these names gets
 * the first page. `limit` asks for fewer entries than `MAX_PAGE_LENGTH`. `before` is the `cursor` of
 * the page before, and asks for the next one.
 */
export const PAGE_QUERY = ["before", "limit"] as const;

/** The most entries of a page. A page of long texts has fewer. */
export const MAX_PAGE_LENGTH = 200;

/** Where the next page starts. Null at the end of the list, absent at a school without pages. */
export const cursor = v.nullish(v.string(), null);
