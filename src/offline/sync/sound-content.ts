import * as v from "valibot";
import { lesson, product } from "../../contract/content.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";

const userContent = v.object({
  content: v.object({ products: v.record(v.string(), v.record(v.string(), v.unknown())) }),
});

const record = v.record(v.string(), v.unknown());

/**
 * Whether an answer is the contract's user content. It may have thousands of lessons: each is looked
 * at by itself, so that somebody who studies meanwhile does not notice.
 */
export const isSoundContent = async (answer: unknown): Promise<boolean> => {
  const whole = v.safeParse(userContent, answer);
  if (!whole.success) return false;
  for (const sent of Object.values(whole.output.content.products)) {
    const props = v.is(record, sent.props) ? sent.props : {};
    const flat: Record<string, unknown> = { ...sent, ...props, props: undefined };
    const { lessons } = flat;
    if (!v.is(record, lessons) || !v.is(product, { ...flat, lessons: {} })) return false;
    for (const each of Object.values(lessons)) {
      if (!v.is(lesson, each)) return false;
      await yieldToMain();
    }
  }
  return true;
};
