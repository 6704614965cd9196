/** A bounded queue is full. The request is refused, and can be repeated soon. */
export class OverloadedError extends Error {}
