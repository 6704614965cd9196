/**
 * Whether a file is for the people who write the content, and no part of it: `README.md`,
 * `README.he.md`, `LICENSE`, `fonts-licence.txt`.
 * @param name the last segment of its path
 */
export const isForPeople = (name: string): boolean =>
  /(?:^|[-_. ])(?:readme|licen[cs]e)(?:[-_ ][^.]*)?(?:\.[a-z]{2})?(?:\.(?:md|txt))?$/i.test(name);
