/**
 * Returns true if a redirect target leads to a page of this interface and nowhere else. A browser reads `//` and `/\`
 * as another host, and ignores tabs and line ends between them (URL Standard, section 4.4).
 */
export const isOwnPath = (path: string): boolean =>
  /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path) && !/^[^?#]*%(?:2f|5c)/i.test(path)
