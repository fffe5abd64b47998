/** Which page an address leads to. */

export type PathParams = Readonly<Record<string, string>>;

/**
 * The named parts of a path that fits `pattern`, decoded, or null. Patterns are `/blog/:id` and the like, and `*` for
 * every path. Neither the case of letters nor slashes at the end make a difference.
 */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  if (pattern === '*') return {};
  const names = partsOf(pattern);
  const parts = partsOf(pathname);
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const part = decodePart(parts[at] ?? '');
    if (name.startsWith(':') && part !== '') params[name.slice(1)] = part;
    else if (name.toLowerCase() !== part.toLowerCase()) return null;
  }
  return params;
}

const partsOf = (path: string): string[] => path.replace(/^\/+|\/+$/g, '').split('/');

/** An address may be mistyped. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
