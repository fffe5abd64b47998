/** What a test knows of a running round and players must not: its crash, computed with the key of the site. */
import { createChainSlots } from '@fairground/game-kit/server';
import type { TimedSite } from '@fairground/server/test/test-site';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { sealOf } from '@fairground/server/test/test-site';
import { aviatorChainGame } from '../server/engine.ts';
import { createFlights, type Flight, type Flights } from '../server/flights.ts';

type Site = Pick<TimedSite, 'database' | 'dataDir'>;

export const flightsOfSite = async ({ database, dataDir }: Site): Promise<Flights> =>
  createFlights(
    createChainSlots({
      database,
      entropy: systemEntropy,
      seal: await sealOf(dataDir),
      game: aviatorChainGame,
    }),
  );

/** A round as its row will be when it has ended. */
export const reveal = async <Row extends { id: bigint; starts_at: Date }>(
  site: Site,
  round: Row,
): Promise<Row & { crash_at: Date; crash_hundredths: number }> => {
  const { crashHundredths, flightMs } = await (await flightsOfSite(site)).find(site.database.query, round.id);
  return {
    ...round,
    crash_hundredths: crashHundredths,
    crash_at: new Date(round.starts_at.getTime() + flightMs),
  };
};

/** Of a round that is over. */
export const flightOfRow = (row: {
  starts_at: Date;
  crash_at: Date | null;
  crash_hundredths: number | null;
}): Flight => ({
  crashHundredths: row.crash_hundredths ?? NaN,
  flightMs: (row.crash_at?.getTime() ?? NaN) - row.starts_at.getTime(),
});
