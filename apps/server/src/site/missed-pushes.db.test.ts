/** What the message server missed is pushed to players: while it is away, and once it is back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyInstantGame } from '../../../../games/test/sweeps.ts';
import { PlayerClient, until } from '../../test/player-client.ts';
import { startTwoProcesses, type TwoProcesses } from '../../test/two-processes.ts';
import { valkeyMissing, valkeyProgram } from '../../test/valkey-server.ts';

if (valkeyProgram === undefined) console.warn(valkeyMissing);

describe.runIf(valkeyProgram !== undefined)('with two processes', () => {
  let processes: TwoProcesses;
  beforeAll(async () => {
    processes = await startTwoProcesses();
    await processes.untilBus('ok');
  });
  afterAll(() => processes?.close());

  it('a player sees what changed on another process while the message server was away', async () => {
    const { one, two, valkey, untilBus } = processes;
    const player = new PlayerClient(two.url, 'missing_pushes');
    await player.register();
    await player.connect();
    const { token } = player;
    valkey.kill();
    await untilBus('away');
    const before = player.user?.version ?? 0;
    const bet = await one.call('POST', anyInstantGame.create, token, anyInstantGame.body);
    expect(bet.status, bet.text).toBe(201);
    const { version } = bet.body.user ?? expect.fail('a bet answers with its player');
    expect(version).toBeGreaterThan(before);
    await until('the bet is pushed', () => (player.user?.version ?? 0) >= version);

    valkey.start();
    await untilBus('ok');
    player.disconnect();
  });
});
