/**
 * Built-ins that came to the last of the browsers after the least versions that play (docs/browsers.md):
 * pages use them behind a check that has a way on, and a test plays without them.
 */

export const leastVersions = { chrome: 111, firefox: 128, safari: 16.4 } as const;

export type Browser = keyof typeof leastVersions;

/** A browser may not have it yet, or have it on secure origins only. */
const never = Number.POSITIVE_INFINITY;

interface BuiltIn {
  /** Where it is, from the global object; a method of objects behind `prototype`. */
  path: string;
  /** The first version of each browser that has it. */
  since: Readonly<Record<Browser, number>>;
}

const since = (paths: string, chrome: number, firefox: number, safari: number): BuiltIn[] =>
  paths.split(' ').map((path) => ({ path, since: { chrome, firefox, safari } }));

const methods = (owner: string, names: string): string =>
  names
    .split(' ')
    .map((name) => `${owner}.prototype.${name}`)
    .join(' ');

const iteratorHelpers = 'map filter take drop flatMap reduce toArray forEach some every find';

const newerBuiltIns: readonly BuiltIn[] = [
  ...since('AbortSignal.any', 116, 124, 17.4),
  ...since('Object.groupBy Map.groupBy', 117, 119, 17.4),
  ...since('Promise.withResolvers', 119, 121, 17.4),
  ...since('Promise.try', 128, 134, 18.2),
  ...since('Array.fromAsync', 121, 115, 16.4),
  ...since(
    methods(
      'Set',
      'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom',
    ),
    122,
    127,
    17,
  ),
  ...since(`Iterator.from ${methods('Iterator', iteratorHelpers)}`, 122, 131, 18.4),
  ...since('URL.canParse', 120, 115, 17),
  ...since('URL.parse', 126, 126, 18),
  ...since('RegExp.escape', 136, 134, 18.2),
  ...since('Error.isError', 134, 138, never),
  ...since('Math.sumPrecise Math.f16round Float16Array', 147, 137, 26),
  ...since(`Uint8Array.fromBase64 Uint8Array.fromHex`, 140, 133, 18.2),
  ...since(methods('Uint8Array', 'toBase64 setFromBase64 setFromHex'), 140, 133, 18.2),
  ...since('Intl.DurationFormat', 129, 136, 16.4),
  ...since('Temporal', 144, 139, never),
  ...since(methods('Map', 'getOrInsert getOrInsertComputed'), 145, 144, 26.2),
  ...since(methods('Response', 'bytes'), 132, 128, 18),
  ...since(methods('Document', 'startViewTransition'), 111, 144, 18),
  ...since(methods('Element', 'checkVisibility'), 105, 106, 17.4),
  ...since(methods('Element', 'moveBefore'), 133, 144, never),
  ...since(methods('HTMLElement', 'showPopover hidePopover togglePopover'), 114, 125, 17),
  ...since(methods('HTMLDialogElement', 'requestClose'), 134, 139, 18.4),
  ...since('PublicKeyCredential.parseCreationOptionsFromJSON', 129, 119, 18.4),
  ...since('PublicKeyCredential.parseRequestOptionsFromJSON', 129, 119, 18.4),
  ...since('requestIdleCallback', 47, 55, never),
  ...since('scheduler', 94, 142, never),
  ...since('cookieStore', 87, 140, 18.4),
  ...since(methods('Navigator', 'share'), 89, never, 12.1),
  ...since(methods('Navigator', 'vibrate setAppBadge'), 32, never, never),
  ...since(methods('Crypto', 'randomUUID'), never, never, never),
];

/** What all least versions have, and came to the last browser shortly before them: for older ones than these. */
const olderBuiltIns: readonly BuiltIn[] = [
  ...since(methods('Array', 'toSorted toReversed toSpliced with'), 110, 115, 16),
  ...since(methods('Array', 'findLast findLastIndex'), 97, 104, 15.4),
  ...since('Object.hasOwn', 93, 92, 15.4),
  ...since('structuredClone', 98, 94, 15.4),
  ...since('HTMLScriptElement.supports', 96, 94, 16),
  ...since('CSSLayerBlockRule', 99, 97, 15.4),
];

/** What a version of a browser does not have, by default of its least one. */
export const missingIn = (browser: Browser, version: number = leastVersions[browser]): string[] =>
  [...newerBuiltIns, ...olderBuiltIns]
    .filter((each) => each.since[browser] > version)
    .map(({ path }) => path);

const isStatic = (path: string): boolean => /^[A-Z]\w*\.(?!prototype\.)/.test(path);

/** A helper of iterators has the name of a method of arrays, so only its use on what gives an iterator is told. */
function usesOf(path: string): RegExp {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (path.startsWith('Iterator.prototype.'))
    return new RegExp(String.raw`(?:\.(?:keys|values|entries)\(\)|\.matchAll\([^()]*\))\s*\.${name}\(`);
  if (isStatic(path)) return new RegExp(String.raw`\b${path.replace('.', String.raw`\.`)}\b`);
  if (path.includes('.prototype.')) return new RegExp(String.raw`\.${name}\(`);
  return new RegExp(String.raw`(?<![.\w'"-])${name}\s*[.(]`);
}

/** That it is there is asked in the same file, or it is called only where it is. */
const checksOf = (path: string): RegExp => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const checks = [
    String.raw`['"\`]${name}['"\`]\s*in\b`,
    String.raw`\.${name}\?\.\(`,
    String.raw`typeof [\w.()[\]]*\.${name}\b`,
    String.raw`\.${name}\s*(?:[!=]==? ?(?:undefined|void 0|null)|&&)`,
  ];
  return new RegExp(checks.join('|'));
};

/** The newer built-ins that the code of a file uses without a check beside them. */
export function findUnchecked(code: string): string[] {
  return newerBuiltIns
    .map(({ path }) => path)
    .filter((path) => usesOf(path).test(code) && !checksOf(path).test(code));
}
