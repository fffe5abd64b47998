/** F2, F6: each game in each state of a round that waits for the beacon. */
import { it } from 'vitest';
import { killTitle, kills, testKill } from './kill-beacon.ts';

it.concurrent.for(kills)(killTitle, testKill);
