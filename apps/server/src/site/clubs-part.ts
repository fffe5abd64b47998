/** Clubs, wired: their calls, what the director does for them, and what their members see at the tables of games. */
import { clubsRoutes } from '../players/clubs/routes.ts';
import { createClubsEngine } from '../players/clubs/engine.ts';
import { createClubLive, type ClubLive, type ReadMembersBets } from '../players/clubs/live.ts';
import { createClubsService } from '../players/clubs/service.ts';
import { messageFrame } from '../realtime/frame.ts';
import type { Core } from './core.ts';
import type { PartDeps, SitePart } from './site-part.ts';

/** `tables` is filled once the games are created, who send their signs by it. */
export const openClubLive = (core: Core, tables: ReadonlyMap<string, ReadMembersBets>): ClubLive =>
  createClubLive({
    query: core.database.query,
    bus: core.events,
    clock: core.clock,
    log: core.log,
    tables: () => tables,
    frame: (event) => messageFrame(event, core.clock.now()),
    defer: (run) => void setImmediate(run),
  });

/** A process that does not answer by then has nobody. */
const answerWithinMs = 250;

export const wireClubs = (
  core: Core,
  { lines, isAlone }: Pick<PartDeps, 'lines' | 'isAlone'>,
  live: ClubLive,
  presence: { processes: () => number },
): SitePart => {
  const { database, entropy, events: bus, limiter, siteUrl, gameModules: games } = core;
  const findOnline = async (playerIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const online = new Set(playerIds.filter((playerId) => core.gateway().hasPlayer(playerId)));
    if (isAlone) return online;
    let answers = 0;
    await new Promise<void>((done) => {
      core.clock.setTimeout(done, answerWithinMs);
      lines.ask(playerIds.map(BigInt), ({ heard }) => {
        for (const { playerId, isOpen } of heard) if (isOpen) online.add(playerId);
        if ((answers += 1) >= presence.processes()) done();
      });
    });
    return online;
  };
  const { registration, clubInvites } = core.settings;
  const isInvitation = registration === 'invite' && clubInvites;
  const deps = { database, entropy, bus, limiter, siteUrl, games, findOnline, isInvitation };
  const service = createClubsService(deps);
  return {
    routes: clubsRoutes(service),
    engines: [createClubsEngine({ query: database.query, noticesChanged: core.noticesChanged })],
    stop: live.stop,
  };
};
