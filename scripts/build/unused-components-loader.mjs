/**
 * Allows react-intl's unused components and formatters to be removed. Assigning their `displayName`,
 * creating them by a call, and spreading the defaults would keep them in the build. The check for a provider
 * goes too: there always is one.
 */
export default (source) =>
  source
    .replace(/^\w+\.displayName = .*$/gm, "")
    .replace(/^\tinvariant\(intl, .*$/m, "")
    .replace(
      /^(const DEFAULT_INTL_CONFIG\$1) = (\{$[\s\S]*?^\});$/m,
      "$1 = /*#__PURE__*/ (() => ($2))();",
    )
    .replace(/ = (?=React\.memo\(|createFormatted\w+\()/g, " = /*#__PURE__*/ ");
