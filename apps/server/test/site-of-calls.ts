/** Like browser-site.ts, without pages, which take long to build. */
import { startSeededSite } from './seeded-site.ts';

await startSeededSite();
