import * as v from "valibot";
import { lesson, product } from "../../contract/content.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";

const userContent = v.object({
  content: v.object({ products: v.record(v.string(), v.record(v.string(), v.unknown())) }),
});

const record = v.record(v.string(), v.unknown());

/**
 * Whether an answer is valid user content. There may be thousands of lessons, so they are validated
 * one at a time, which keeps the page responsive.
 */
export const isValidContent = async (answer: unknown): Promise<boolean> => {
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
