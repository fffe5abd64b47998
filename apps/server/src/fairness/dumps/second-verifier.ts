/** The second verifier as a file of the site, so that whoever checks it needs nothing of its repository. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface SecondVerifier {
  /** Its path below the site's address. */
  name: string;
  text: string;
  sha256: string;
}

const source = new URL('../../../../../scripts/verify_fairground.py', import.meta.url);

export const readSecondVerifier = async (): Promise<SecondVerifier> => {
  const text = await readFile(source, 'utf8');
  return { name: 'fairness/verify_fairground.py', text, sha256: hash('sha256', text) };
};
