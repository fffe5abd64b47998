/**
 * F2, F6: each state of a round that waits for the beacon, in one game;
 * `npm run test:faults -- kill-beacon` has all games.
 */
import { it } from 'vitest';
import { killTitle, someKills, testKill } from './kill-beacon.ts';

it.concurrent.for(someKills)(killTitle, testKill);
