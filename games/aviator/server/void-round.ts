/** Voids a round that is open or in flight, for operators: every stake that is still pending is refunded. */
import { isRowId, type ChainSlots, type VoidRound } from '@fairground/game-kit/server';
import type { AviatorEvent } from './bus-events.ts';
import { flightOfSeed } from './flights.ts';
import { toVoidFlight } from './round-queries.ts';
import * as sql from './sql/rounds.sql.ts';

interface VoidRoundDeps {
  slots: Pick<ChainSlots, 'openSeed'>;
  publish: (event: AviatorEvent) => void;
  playersChanged: (players: readonly bigint[]) => void;
}

export const createVoidRound =
  ({ slots, publish, playersChanged }: VoidRoundDeps): VoidRound =>
  async (query, id) => {
    if (!isRowId(id)) return undefined;
    const roundId = BigInt(id);
    const round = await sql.lockRoundToVoid.first(query, { roundId });
    if (!round) return undefined;
    const { chain_id: chainId, link, commitment, state, starts_at: startsAt } = round;
    const seed = await slots.openSeed({ chainId, link, commitment }, query);
    const ended = await sql.voidLockedRound.first(query, {
      roundId,
      seed,
      ...toVoidFlight(flightOfSeed(seed, round)),
    });
    if (!ended) return undefined;
    return {
      state,
      bets: ended.bets,
      coins: ended.coins,
      publish() {
        publish({
          kind: 'void',
          step: Number(ended.step),
          roundId: id,
          startedAtMs: startsAt.getTime(),
          seed: seed.toString('hex'),
        });
        playersChanged(ended.players);
      },
    };
  };
