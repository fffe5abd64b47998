/** The log as files: tiles of 256 hashes and bundles of their entries, as C2SP tlog-tiles has them. */
import { concatBytes } from '@noble/hashes/utils.js';
import { growTree, type ReadNode } from './log.ts';

export const tileHeight = 8;
export const tileWidth = 256;
/** What a bundle's length prefix can say. */
export const maxEntryBytes = 65_535;

export interface TileAddress {
  /** `entries` is a bundle of the entries whose hashes are in the tile of level 0. */
  level: number | 'entries';
  index: number;
  /** 1 to 256; of a complete tile 256. */
  width: number;
}

/** Relative to the log's address: `tile/0/x001/234`, partial with `.p/17`. */
export const tilePath = ({ level, index, width }: TileAddress): string => {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const place = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
  return `tile/${level}/${place}${width === tileWidth ? '' : `.p/${width}`}`;
};

/** Undefined for anything but the one spelling of an address. */
export const parseTilePath = (path: string): TileAddress | undefined => {
  const match = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!match) return undefined;
  const [, level = '', place = '', width] = match;
  const address: TileAddress = {
    level: level === 'entries' ? level : Number(level),
    index: Number(place.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  };
  const hasWidth = address.width > 0 && address.width <= tileWidth;
  const hasLevel = address.level === 'entries' || address.level < 64;
  return hasWidth && hasLevel && tilePath(address) === path ? address : undefined;
};

/** How many hashes the tile of this place has in a log of this size: 0 where there is none. */
export const widthIn = (size: number, level: number, index: number): number =>
  Math.max(0, Math.min(tileWidth, Math.floor(size / tileWidth ** level) - index * tileWidth));

/** The tiles of the log's right edge, from the highest level down; what they have adds up to the root. */
export const edgeOf = (size: number): { level: number; index: number; width: number }[] => {
  const edge: { level: number; index: number; width: number }[] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / tileWidth)) {
    const width = count % tileWidth;
    if (width > 0) edge.unshift({ level, index: Math.floor(count / tileWidth), width });
  }
  return edge;
};

export type ReadTile = (level: number, index: number, width: number) => Promise<Uint8Array>;

/** Nodes of a log of this size by its tiles, each of which is read once. */
export const nodesOfTiles = (size: number, readTile: ReadTile): ReadNode => {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const tileOf = (level: number, index: number): Promise<Uint8Array> => {
    const key = `${level}/${index}`;
    const read = tiles.get(key) ?? readTile(level, index, widthIn(size, level, index));
    tiles.set(key, read);
    return read;
  };
  return async (height, index) => {
    const level = Math.floor(height / tileHeight);
    const count = 2 ** (height % tileHeight);
    const first = index * count;
    const tile = await tileOf(level, Math.floor(first / tileWidth));
    const at = first % tileWidth;
    const tree = growTree();
    for (const hash of hashesOf(tile).slice(at, at + count)) tree.push(hash);
    if (tree.size !== count) throw new RangeError(`the log has no node ${index} of height ${height}`);
    return tree.root();
  };
};

/** The 32-byte hashes in a tile. */
export const hashesOf = (tile: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.floor(tile.length / 32) }, (_, at) => tile.subarray(at * 32, at * 32 + 32));

export const encodeEntries = (entries: readonly Uint8Array[]): Uint8Array =>
  concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > maxEntryBytes)
        throw new RangeError(`${entry.length} bytes are too many for an entry`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry];
    }),
  );

/** Throws where the bundle ends within an entry. */
export const decodeEntries = (bundle: Uint8Array): Uint8Array[] => {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const length = ((bundle[at] ?? 0) << 8) | (bundle[at + 1] ?? 0);
    const end = at + 2 + length;
    if (end > bundle.length) throw new RangeError('a bundle ends within an entry');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
};
