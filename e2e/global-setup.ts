/** Builds the pages once, so that the sites that the workers start find them ready. */
import { buildWeb } from '../scripts/build-web.ts';

export default async function buildPages(): Promise<void> {
  await buildWeb({ log: console.log });
}
