/** Reads what a site publishes, below its address or from a folder of the same layout. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Undefined where there is no such file; throws where the site cannot be asked. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

export const isAddress = (place: string): boolean => /^https?:\/\//.test(place);

export const openSource = (place: string): ReadFile =>
  isAddress(place)
    ? async (path) => {
        const answer = await fetch(`${place.replace(/\/$/, '')}/${path}`).catch(() => {
          throw new Error(`${place} does not answer: is it running, and is SITE_URL its address?`);
        });
        if (answer.status === 404) return undefined;
        if (!answer.ok) throw new Error(`${place}/${path} answers ${answer.status}`);
        return new Uint8Array(await answer.arrayBuffer());
      }
    : async (path) => {
        try {
          return await readFile(join(place, path));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
          throw error;
        }
      };

export const readJson = async (read: ReadFile, path: string): Promise<unknown> => {
  const body = await read(path);
  if (body === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Error(`${path} is not JSON`);
  }
};
