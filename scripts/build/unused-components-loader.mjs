/**
 * Allows react-intl's unused components to be removed. Assigning their `displayName`, and creating
 * them by a call, would keep them in the build.
 */
export default (source) =>
  source
    .replace(/^\w+\.displayName = .*$/gm, "")
    .replace(/ = (?=React\.memo\(|createFormatted\w+\()/g, " = /*#__PURE__*/ ");
