/** The month of play that `npm run dev -- --demo` fills a folder with shows the site as it is when people play. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillWithPlay } from './demo.ts';

it('the days of the demonstration have wins, hours and faces of their own, and no void round', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-demo-test-'));
  try {
    await fillWithPlay(join(folder, 'site'), {
      days: 2,
      nowMs: Date.parse('2026-11-20T22:50:00.000Z'),
      print: () => undefined,
      async inspect({ rows }) {
        const [faces] = await rows<{ players: bigint; avatars: bigint }>(
          'SELECT count(*) AS players, count(DISTINCT avatar) AS avatars FROM player',
        );
        expect(faces?.avatars).toBe(faces?.players);

        const transfers = await rows<{ day: string; hour: number; kind: string }>(
          `SELECT to_char(created_at, 'YYYY-MM-DD') AS day, extract(hour FROM created_at)::integer AS hour,
              kind::text FROM transfer WHERE kind::text ~ '_(stake_coins|payout)$'`,
        );
        expect(new Set(transfers.map(({ day }) => day)).size).toBe(2);
        expect(new Set(transfers.map(({ hour }) => hour)).size).toBeGreaterThan(1);
        expect(transfers.filter(({ kind }) => kind.endsWith('_payout'))).not.toHaveLength(0);

        expect(await rows(`SELECT game, source FROM log_entry WHERE kind = 'void'`)).toEqual([]);
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
