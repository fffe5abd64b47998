/** The site that browser tests play on, as a process. */
import { buildWeb } from '../../web/build/build-web.ts';
import { startSeededSite } from './seeded-site.ts';

await startSeededSite(() => buildWeb({ log: console.log }));
