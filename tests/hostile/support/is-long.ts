/** Set by `npm run test:hostile -- --long`. */
export const isLong = process.env.HOSTILE_LONG === "1";
