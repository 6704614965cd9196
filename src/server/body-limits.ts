/**
 * Far above the size of a JSON body of the contract, unless its call names another limit. Files have
 * their own limits.
 */
export const MAX_BODY_BYTES = 64 * 1024;

/** The message for text with a null character, which PostgreSQL cannot store. */
export const NO_NULL = "must not contain null characters";
