/**
 * What statements, comments and decisions say of unique keys, foreign keys, checks, triggers and privileges, and whether the
 * database has it. Look here before one of them is removed.
 */
import { glob, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@fairground/server/test/harness';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';

/** `table: definition`, as the catalogue writes it. */
type Guard = string;

const stakeOnce: Guard = 'transfer: UNIQUE (kind, source)';
const names = ['player: UNIQUE (lower(username))', 'player: TRIGGER player_former_name_refused'];
const addresses = ['player: UNIQUE (lower(email))'];
const decision = (name: string) => `docs/decisions/${name}.md`;
const core = (file: string) => `apps/server/src/${file}`;

/** A file, words of it that are in one line, and what they rely on. */
const claims: readonly [file: string, words: string, guards: readonly Guard[]][] = [
  // Bets, and what they belong to.
  [
    'packages/game-kit/server/stakes.ts',
    'what foreign keys would say of bets',
    [
      'wallet: FOREIGN KEY (player_id) REFERENCES player(id)',
      ...['wallet', 'aviator_round', 'double_trouble_draw', 'lottery_draw'].map(
        (table) => `${table}: NO DELETE`,
      ),
      'aviator_round: TRIGGER aviator_round_keeps_bets',
      'double_trouble_draw: TRIGGER double_trouble_draw_keeps_bets',
      'lottery_draw: TRIGGER lottery_draw_keeps_bets',
    ],
  ],
  [
    decision('079-bets-without-foreign-keys'),
    'may delete no wallet, round or draw',
    [
      'wallet: FOREIGN KEY (player_id) REFERENCES player(id)',
      ...['wallet', 'aviator_round', 'double_trouble_draw', 'lottery_draw'].map(
        (table) => `${table}: NO DELETE`,
      ),
    ],
  ],
  [
    'games/double-trouble/server/sql/draws.sql',
    'the trigger double_trouble_draw_keeps_bets',
    ['double_trouble_draw: TRIGGER double_trouble_draw_keeps_bets'],
  ],
  [
    decision('010-double-trouble-slots'),
    'A trigger refuses to move a draw',
    ['double_trouble_draw: TRIGGER double_trouble_draw_keeps_bets'],
  ],
  [
    'games/double-trouble/README.md',
    'primary key, unique link',
    [
      'double_trouble_draw: PRIMARY KEY (id)',
      'double_trouble_draw: UNIQUE (chain_id, link)',
      "double_trouble_draw: UNIQUE ((true)) WHERE (state = 'open'::double_trouble_state)",
    ],
  ],
  ['games/double-trouble/README.md', '`(kind, source)` is unique', [stakeOnce]],
  ['games/aviator/README.md', '`(kind, source)` is unique', [stakeOnce]],
  [
    'games/aviator/README.md',
    '`(round_id, player_id, slot)` is unique',
    ['aviator_bet: UNIQUE (round_id, player_id, slot)'],
  ],
  [
    decision('066-cash-outs-in-time'),
    'a bet is unique by round, player and slot',
    ['aviator_bet: UNIQUE (round_id, player_id, slot)'],
  ],
  [
    'games/aviator/README.md',
    'trigger and check of its row',
    ['aviator_round: TRIGGER aviator_round_crash_is_decided'],
  ],
  [
    decision('061-sealed-rounds'),
    'a trigger refuses everybody',
    ['aviator_round: TRIGGER aviator_round_crash_is_decided'],
  ],
  [
    'games/aviator/server/sql/rounds.sql',
    'ON CONFLICT DO NOTHING',
    ['aviator_receiver: PRIMARY KEY (round_id, process)'],
  ],
  ['games/lottery/README.md', '`(kind, source)` is unique', [stakeOnce]],
  [decision('011-lottery-draws'), '`(kind, source)` is also unique', [stakeOnce]],
  [
    'games/lottery/README.md',
    'unique index on the pending draw',
    [
      "lottery_draw: UNIQUE ((true)) WHERE ((state = ANY (ARRAY['open'::lottery_state, 'closing'::lottery_state, 'closed'::lottery_state])) AND (voided_at IS NULL))",
      'lottery_draw: UNIQUE (draws_at) WHERE (voided_at IS NULL)',
    ],
  ],
  ['games/lottery/README.md', 'a trigger on tickets', ['lottery_ticket: TRIGGER lottery_ticket_in_time']],
  [
    'games/lottery/README.md',
    'privileges and triggers',
    [
      'lottery_ticket: TRIGGER lottery_ticket_is_immutable',
      'lottery_ticket: NO UPDATE',
      'lottery_ticket: NO DELETE',
    ],
  ],
  [
    'games/lottery/README.md',
    'a trigger lets it end once',
    [
      'lottery_ticket: UNIQUE (advance_id) WHERE (advance_id IS NOT NULL)',
      'lottery_advance: TRIGGER lottery_advance_ends_once',
    ],
  ],
  [
    decision('011-lottery-draws'),
    'and a constraint',
    [
      'lottery_ticket: CHECK (((pick > 0) AND (pick < ((1)::bigint << 49)) AND (bit_count((pick)::bit(64)) = 6)))',
    ],
  ],
  [
    'games/minefield/README.md',
    'unique index on the game in play',
    ["minefield_game: UNIQUE (player_id) WHERE (state = 'Playing'::minefield_state)", stakeOnce],
  ],
  ['games/wheel/README.md', '`(kind, source)` is unique', [stakeOnce]],
  ['games/wheel/README.md', '`UNIQUE (player_id, site_day)`', ['wheel_spin: UNIQUE (player_id, site_day)']],
  [
    core('ledger/README.md'),
    "The foreign key of a bet that is drawn from a player's seeds, an advance ticket or a spin",
    ['minefield_game', 'high_striker_strike', 'lottery_advance', 'wheel_spin'].map(
      (table) => `${table}: FOREIGN KEY (player_id) REFERENCES player(id)`,
    ),
  ],

  [
    core('director/sql/lease.sql'),
    'The trigger director_lease_moves_fence',
    ['director_lease: TRIGGER director_lease_moves_fence'],
  ],

  // Coins.
  [
    'docs/architecture.md',
    "the application's role cannot, and a trigger",
    [
      'transfer: TRIGGER transfer_is_immutable',
      'transfer: NO UPDATE',
      'transfer: NO DELETE',
      'transfer: NO TRUNCATE',
    ],
  ],
  [
    core('site/site-database.ts'),
    'only the trigger keeps transfers',
    ['transfer: TRIGGER transfer_is_immutable'],
  ],
  [core('ledger/sql/movements.sql'), 'By the columns of the unique index', [stakeOnce]],
  [decision('064-what-ends-and-what-stays'), '`(kind, source)` is unique over all months', [stakeOnce]],
  [
    'games/aviator/server/sql/bets.sql',
    ':press_ms::integer[]) ON CONFLICT DO NOTHING',
    ['aviator_overtaken_press: PRIMARY KEY (bet_id)'],
  ],
  [
    core('ledger/commit-together.ts'),
    'the unique key refuses whatever gets past',
    ['idempotency: PRIMARY KEY (player_id, operation, key)'],
  ],
  [
    decision('001-batched-bets'),
    'The unique key of the table remains',
    ['idempotency: PRIMARY KEY (player_id, operation, key)'],
  ],
  [
    decision('009-ad-rewards'),
    'a unique key allows one at a time',
    ['ad_view: UNIQUE (player_id) WHERE (paid_at IS NULL)'],
  ],
  [
    core('players/punch-card/sql/card.sql'),
    'INSERT INTO card_claim (player_id, number, coins)',
    ['card_claim: UNIQUE (player_id, number)'],
  ],
  [
    core('fairness/heads/sql/heads.sql'),
    'ON CONFLICT DO NOTHING',
    ['ledger_head: PRIMARY KEY (block)', 'ledger_head: UNIQUE (day)'],
  ],
  [
    core('fairness/player-seeds/sql/seeds.sql'),
    'ON CONFLICT DO NOTHING',
    [
      "player_seed: UNIQUE (player_id) WHERE (state = 'current'::seed_state)",
      "player_seed: UNIQUE (player_id) WHERE (state = 'next'::seed_state)",
    ],
  ],

  // Accounts.
  [core('players/profile/sql/players.sql'), 'a unique violation where the', names],
  [
    core('identity/guests/sql/guests.sql'),
    'a unique violation where the name or the address is taken',
    [...names, ...addresses],
  ],
  [
    core('identity/email-change/sql/email-changes.sql'),
    'A unique violation where another account has the address',
    addresses,
  ],
  [
    decision('033-guests'),
    'a constraint lets neither',
    ['player: CHECK (((email IS NULL) = (password_hash IS NULL)))'],
  ],
  [decision('033-guests'), 'The unique index decides', names],
  [
    decision('064-what-ends-and-what-stays'),
    'reserved for 90 days',
    [...names, 'player: TRIGGER player_former_name_retained'],
  ],
  [
    decision('064-what-ends-and-what-stays'),
    'the weak lock of a foreign',
    ['session: FOREIGN KEY (player_id) REFERENCES player(id) ON DELETE CASCADE'],
  ],
  [
    core('players/achievements/sql/achievements.sql'),
    'ON CONFLICT DO NOTHING',
    ['achievement_rule: PRIMARY KEY (id)'],
  ],
  [
    core('players/achievements/composed-awards.ts'),
    'ON CONFLICT DO NOTHING',
    ['achievement: PRIMARY KEY (player_id, id)'],
  ],
  [
    core('players/notices/create.ts'),
    "Unique among the player's notices of this kind",
    ['notice: UNIQUE (player_id, kind, source)'],
  ],
  [
    decision('055-notices'),
    '`(player, kind, source)` is unique',
    ['notice: UNIQUE (player_id, kind, source)'],
  ],
  [
    decision('055-notices'),
    'by a foreign key',
    ['push_subscription: FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE'],
  ],

  // The staff and posts.
  [
    decision('043-console'),
    'by privilege for the application, by a',
    ['operator_log: TRIGGER operator_log_is_permanent', 'operator_log: NO UPDATE', 'operator_log: NO DELETE'],
  ],
  [
    decision('043-console'),
    'a constraint refuses a decision by the one',
    ["staff_request: CHECK (((decided_by = requested_by) = (state = 'withdrawn'::staff_request_state)))"],
  ],
  [
    core('staff/console/blog/service.ts'),
    'published or scheduled: it is not deleted',
    ['post_draft: TRIGGER published_draft_stays'],
  ],
  [core('staff/acts/sql/maintenance.sql'), 'ON CONFLICT DO NOTHING', ['maintenance: PRIMARY KEY (id)']],
  [
    'games/aviator/README.md',
    '`lockRound`, `sealed_at IS NULL` of the bets, trigger',
    ['aviator_round: TRIGGER aviator_round_stays_sealed'],
  ],
  [
    core('fairness/beacon/sql/beacon.sql'),
    'ON CONFLICT (hash, public_key, genesis_ms, period_ms) DO NOTHING',
    ['beacon_chain: UNIQUE (hash, public_key, genesis_ms, period_ms)'],
  ],
  [
    core('fairness/beacon/sql/beacon.sql'),
    'ON CONFLICT (chain_id, round) DO NOTHING',
    ['beacon_value: PRIMARY KEY (chain_id, round)', 'beacon_value: NO UPDATE', 'beacon_value: NO DELETE'],
  ],
  [
    'packages/game-kit/server/sealed/audit.ts',
    'A constraint ties the level `beacon`',
    [
      "double_trouble_draw: CHECK (((entropy IS NULL) OR ((entropy = 'beacon'::text) = (beacon_round IS NOT NULL))))",
    ],
  ],
  [
    core('director/sql/closed-games.sql'),
    'ON CONFLICT DO NOTHING',
    ['closed_game: PRIMARY KEY (game, reason)'],
  ],
  [
    core('content/blog/sql/posts.sql'),
    'ON CONFLICT DO NOTHING',
    ['blog_like: PRIMARY KEY (slug, player_id)'],
  ],
  [
    core('staff/console/games/returns/sql/returns.sql'),
    'ON CONFLICT DO NOTHING',
    ['game_return_progress: PRIMARY KEY (game)'],
  ],
  // The functions of the ledger.
  [
    core('ledger/functions/06-stakes.sql'),
    'staked_today = d.amount ON CONFLICT DO NOTHING',
    ['stamp: PRIMARY KEY (player_id, day)'],
  ],
  [
    core('ledger/functions/07-payouts.sql'),
    'ON CONFLICT (span, since, player_id)',
    ['standing: PRIMARY KEY (span, since, player_id)'],
  ],
  [
    core('ledger/functions/07-payouts.sql'),
    'ON CONFLICT (account, player_id)',
    ['game_standing: PRIMARY KEY (account, player_id)'],
  ],
  [
    core('ledger/functions/08-bonuses.sql'),
    'ON CONFLICT DO NOTHING',
    ['stamp: PRIMARY KEY (player_id, day)'],
  ],
  [
    core('ledger/functions/10-standings.sql'),
    'ON CONFLICT (player_id)',
    ['carried_standing: PRIMARY KEY (player_id)'],
  ],
  // What every table of an instant game has.
  [
    core('ledger/functions/00-games.sql'),
    'UNIQUE (seed_id, nonce)',
    ['ring_toss_bet: UNIQUE (seed_id, nonce)'],
  ],
  [
    core('ledger/functions/00-games.sql'),
    'CREATE TRIGGER %I BEFORE UPDATE OR DELETE',
    ['ring_toss_bet: TRIGGER ring_toss_bet_is_final'],
  ],

  // The public log.
  [
    core('fairness/log/sql/log.sql'),
    'The constraint log_entry_once',
    [
      'log_entry: UNIQUE (game, source, kind)',
      'log_entry: PRIMARY KEY (origin, index)',
      'log_entry: NO DELETE',
    ],
  ],
  [
    core('fairness/log/sql/log.sql'),
    'ON CONFLICT DO NOTHING',
    [
      'log_origin: PRIMARY KEY (n)',
      'log_progress: PRIMARY KEY (game)',
      'log_cosignature: PRIMARY KEY (origin, witness, size)',
    ],
  ],
];

/** Lines of code that use such a word and rely on nothing, or are a check of the auditor. */
const noClaims: readonly [file: string, words: string][] = [
  ['packages/game-kit/server/achievements.ts', 'Unique on the site'],
  ['games/wheel/server/audit.ts', 'the constraint is gone'],
  ['games/wheel/server/audit.ts', 'UNIQUE (player_id, site_day)'],
  ['games/lottery/server/audit.ts', "'no trigger'"],
  [core('platform/messaging/tally.ts'), 'The name of this process, unique among all'],
  [core('platform/database/archive.ts'), 'TRIGGER USER'],
  [core('platform/database/sql/catalogue.sql'), 'NOT NULL is a constraint too'],
  [core('platform/database/sql/catalogue.sql'), 'pg_get_constraintdef'],
  [core('platform/database/sql/catalogue.sql'), 'pg_get_triggerdef'],
  [core('ledger/audit.ts'), "'no trigger'"],
  [core('platform/database/database.ts'), 'or other constraint, that a statement would break'],
  [core('platform/database/database.ts'), 'error.constraint'],
  [core('fairness/chains/seed-key.ts'), 'TRIGGER USER'],
  [core('fairness/chains/seed-key.ts'), 'do not concern the sealing'],
];

const root = new URL('../../', import.meta.url);
const sources = [
  'apps/server/src/**/*.{sql,ts}',
  'games/*/server/**/*.{sql,ts}',
  'games/*/README.md',
  'packages/game-kit/server/**/*.{sql,ts}',
];
const isLeftOut = (file: string) => /\.sql\.ts$|\.test\.ts$|\/migrations\//.test(file);
const claimWords = /foreign keys?|\bunique\b|\bconstraint|\btriggers?\b|on conflict do nothing/i;

let test: TestDatabase;
const guards = new Set<Guard>();

beforeAll(async () => {
  test = await createTestDatabase({ connections: 2 });
  const rows = await queryAsOwner<{ guard: Guard }>(
    test.database,
    `SELECT conrelid::regclass || ': ' || pg_get_constraintdef(oid) AS guard FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND convalidated
     UNION ALL
     SELECT indrelid::regclass || ': ' || regexp_replace(pg_get_indexdef(indexrelid), '^CREATE UNIQUE INDEX .* USING btree', 'UNIQUE')
       FROM pg_index JOIN pg_class c ON c.oid = indrelid
       WHERE indisunique AND indisvalid AND c.relnamespace = 'public'::regnamespace
     UNION ALL
     SELECT tgrelid::regclass || ': TRIGGER ' || tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'
     UNION ALL
     SELECT c.oid::regclass || ': NO ' || p.privilege FROM pg_class c, unnest(ARRAY['DELETE', 'UPDATE', 'TRUNCATE']) AS p (privilege)
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
         AND NOT has_table_privilege('fairground_app', c.oid, p.privilege)
     UNION ALL
     SELECT a.attrelid::regclass || ': NO UPDATE OF ' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
         AND NOT has_column_privilege('fairground_app', c.oid, a.attnum, 'UPDATE')`,
  );
  for (const { guard } of rows) guards.add(guard);
});
afterAll(() => test.close());

const read = (file: string) => readFile(new URL(file, root), 'utf8');

describe.each(claims)('%s: "%s"', (file, words, relied) => {
  it('relies on what the database has', async () => {
    expect((await read(file)).split('\n').filter((line) => line.includes(words))).not.toEqual([]);
    expect(relied.filter((guard) => !guards.has(guard))).toEqual([]);
  });
});

it('lists every line of the server that speaks of a key, a constraint or a trigger', async () => {
  const listed = [...claims, ...noClaims];
  const unlisted: string[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    if (isLeftOut(file)) continue;
    for (const line of (await read(file)).split('\n')) {
      if (!claimWords.test(line)) continue;
      if (!listed.some(([at, words]) => at === file && line.includes(words)))
        unlisted.push(`${file}: ${line.trim()}`);
    }
  }
  expect(unlisted).toEqual([]);
});
