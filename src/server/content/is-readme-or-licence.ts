/**
 * Whether a file is a readme or a licence, which is no part of the content: `README.md`,
 * `README.he.md`, `LICENSE`, `fonts-licence.txt`.
 * @param name the last segment of its path
 */
export const isReadmeOrLicence = (name: string): boolean =>
  /(?:^|[-_. ])(?:readme|licen[cs]e)(?:[-_ ][^.]*)?(?:\.[a-z]{2})?(?:\.(?:md|txt))?$/i.test(name);
