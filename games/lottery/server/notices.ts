/**
 * What players are notified of after a draw: the result for all their tickets, or only one that paid more than they
 * staked.
 */
import {
  defineNoticeKind,
  writeCoins,
  writeTexts,
  type GameNotices,
  type NoticeKind,
} from '@fairground/game-kit/server';
import * as z from 'zod/mini';
import { lotteryRules } from '../rules.ts';
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };

const catalogues = { en, es };
const coins = z.number().check(z.int(), z.gte(0));
const schema = z.strictObject({ drawId: z.string(), tickets: coins, staked: coins, paid: coins });

const kindOf = (
  kind: string,
  { words, ...rest }: Pick<NoticeKind, 'inboxByDefault' | 'excludes'> & { words: 'result' | 'won' },
): NoticeKind =>
  defineNoticeKind({
    kind,
    schema,
    choice: writeTexts(catalogues, { title: `${words}.name`, summary: `${words}.text`, values: () => ({}) }),
    texts: ({ drawId, tickets, staked, paid }) =>
      writeTexts(catalogues, {
        title: 'title',
        summary: 'summary',
        values: (language) => ({
          id: drawId,
          tickets: writeCoins(tickets, language),
          staked: writeCoins(staked, language),
          paid: writeCoins(paid, language),
        }),
      }),
    path: ({ drawId }) => `/rounds/lottery/${drawId}`,
    ...rest,
  });

/** Draws finish in the order of their tickets. */
const finishedThrough = `SELECT settled_through FROM lottery_draw WHERE state = 'finished' ORDER BY id DESC LIMIT 1`;

const results = `SELECT p.player_id, d.draw_key, s.tickets, s.staked, s.paid
  FROM (SELECT DISTINCT t.player_id, t.draw_id FROM lottery_ticket t WHERE t.id > $1 AND t.id <= $2) p
  JOIN lottery_draw d ON d.id = p.draw_id AND d.state = 'finished'
  CROSS JOIN LATERAL (
    -- All tickets of the player in the draw, also those of other chunks: it is over.
    SELECT count(*) AS tickets, sum(t.bid) AS staked,
      sum(t.bid * (ARRAY[${lotteryRules.tierHundredths.join(', ')}]::bigint[])[
        1 + bit_count((t.pick & d.winning)::bit(64))::integer] / 100) AS paid
    FROM lottery_ticket t
    WHERE t.player_id = p.player_id AND t.id > d.after_ticket AND t.id <= d.last_ticket
  ) s`;

export const lotteryNotices: GameNotices = {
  kinds: [
    kindOf('lotteryResult', { words: 'result', inboxByDefault: true, excludes: 'lotteryWon' }),
    kindOf('lotteryWon', { words: 'won', inboxByDefault: false, excludes: 'lotteryResult' }),
  ],
  newest: `SELECT (${finishedThrough}) AS place`,
  next: `SELECT max(t.id) AS place FROM (
      SELECT id FROM lottery_ticket WHERE id > $1 AND id <= (${finishedThrough}) ORDER BY id LIMIT $2) t`,
  rows: `SELECT k.kind, r.player_id, r.draw_key AS source,
      json_build_object('drawId', r.draw_key, 'tickets', r.tickets, 'staked', r.staked, 'paid', r.paid)::text AS details
    FROM (${results}) r
    JOIN (VALUES ('lotteryResult'), ('lotteryWon')) AS k (kind) ON k.kind = 'lotteryResult' OR r.paid > r.staked`,
};
