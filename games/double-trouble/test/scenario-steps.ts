/**
 * Verbs that Double Trouble adds to the scenario language:
 *
 *   draw 22 [of 50]            opens a draw with that number for bets
 *   pick alice under 100 ok | CODE       a bet on it;  pick alice 17 100 ok  on a number
 *   drawn                      the draw is drawn and settled;  undrawn  it is void
 */
import { quietCalls } from '@fairground/server/test/harness';
import type { Database } from '@fairground/server/platform/database/database';
import type { ScenarioSteps } from '@fairground/server/test/scenario';
import { expect } from 'vitest';
import { createDoubleTroubleService } from '../server/service.ts';
import { codeOf, settleTestDraw, openTestDraw, voidTestDraw } from './table.ts';

const sides = { under: 'Under', over: 'Over', exact: 'Exact' } as const;

export const doubleTroubleSteps =
  (database: Database): ScenarioSteps =>
  (idOf) => {
    let draw: { number: number; max: 30 | 50 } = { number: 0, max: 30 };
    return {
      async draw([number, , max]) {
        draw = { number: Number(number), max: max === '50' ? 50 : 30 };
        await openTestDraw(database, draw.max);
      },
      async pick([name, what = '', stake, expected], line) {
        const service = createDoubleTroubleService({
          ...quietCalls,
          database,
          max: draw.max,
        });
        const number = /^\d+$/.test(what) ? Number(what) : null;
        const answer = await service.placeBet({
          playerId: idOf(name),
          drawType: number === null ? sides[what as keyof typeof sides] : 'Number',
          number,
          stakeCoins: Number(stake),
          drawId: null,
        });
        expect(codeOf(answer), line).toBe(expected);
      },
      async drawn() {
        await settleTestDraw(database, draw.number);
      },
      async undrawn() {
        await voidTestDraw(database);
      },
    };
  };
