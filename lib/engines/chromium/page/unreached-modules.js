/**
 * Runs in the page, so it uses nothing from outside itself: counts the module scripts of the document that import from an address
 * which leads nowhere, such as a relative one. The browser makes no request for it, and does not run the script.
 *
 * @returns {number}
 */
export const countUnreachedModules = () => {
  /** A static import or export at the beginning of a line or statement, and the address in it. */
  const STATIC_IMPORT =
    /(?:^|[;}])[ \t]*(?:import|export)\b(?:[^;"'`()=]{0,4000}?\bfrom)?[ \t]*["']([^"'\n]{1,2000})["']/gm;
  const isReached = (address) => {
    const protocol = URL.parse(address, document.baseURI)?.protocol;
    return ["http:", "https:", "data:", "blob:"].includes(protocol);
  };
  const importsOf = ({ textContent }) => {
    try {
      return JSON.parse(textContent).imports ?? {};
    } catch {
      return {};
    }
  };
  const imports = Object.assign({}, ...[...document.querySelectorAll("script[type=importmap i]")].map(importsOf));
  const prefixes = Object.keys(imports).filter((name) => name.endsWith("/"));
  const addressOf = (specifier) =>
    Object.hasOwn(imports, specifier)
      ? imports[specifier]
      : prefixes
          .filter((prefix) => specifier.startsWith(prefix))
          .sort((one, other) => other.length - one.length)
          .map((prefix) => imports[prefix] + specifier.slice(prefix.length))[0];
  const isUnreached = (specifier) => !isReached(addressOf(specifier) ?? specifier);
  return [...document.querySelectorAll("script[type=module i]:not([src])")].filter(({ textContent }) =>
    [...textContent.matchAll(STATIC_IMPORT)].some(([, specifier]) => isUnreached(specifier)),
  ).length;
};
