/** Clubs on a complete site: who may do what in them, and that nobody else learns of one. */
import { clubPageAnswer, clubsAnswer, maxClubMembers, type Club } from '@fairground/contract/clubs';
import { beforeAll, describe, expect, it } from 'vitest';
import { siteForAll } from '../../../test/for-tests.ts';
import { queryAsOwner } from '../../../test/query-as-owner.ts';
import { password, startTestSite, type Answer, type TestPlayer } from '../../../test/test-site.ts';
import { addTestRound, settleBet } from '../../../../../games/test/settled-bets.ts';
import { createClubsEngine } from './engine.ts';
import { openClubsService } from '../../../test/clubs-service.ts';
import type { StepContext } from '../../director/director.ts';

const site = siteForAll();

let registered = 0;
const register = (more: object = {}) => site.register(`clubber_${(registered += 1)}`, more);
const registerMany = (count: number) => Promise.all(Array.from({ length: count }, () => register()));

const make = async (owner: TestPlayer, name = 'The lanterns'): Promise<Club> => {
  const answer = await owner.post('/clubs', { name });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as unknown as { club: Club }).club;
};
const page = async (player: TestPlayer, { id }: Club, window = 'week') => {
  const answer = await player.get(`/clubs/${id}?window=${window}`);
  expect(answer.status, answer.text).toBe(200);
  return clubPageAnswer.parse(answer.body);
};
const codeOf = async (player: TestPlayer, club: Club) => (await page(player, club)).invite.code;
const join = (player: TestPlayer, code: string) => player.post('/clubs/join', { code });
const codes = (answers: readonly Answer[]) => answers.map(({ status, body }) => body.code ?? status);
const list = async (player: TestPlayer) => clubsAnswer.parse((await player.get('/clubs')).body).clubs;

/** A club with its owner and two members. */
const open = async () => {
  const [owner, first, second] = (await registerMany(3)) as [TestPlayer, TestPlayer, TestPlayer];
  const club = await make(owner);
  const code = await codeOf(owner, club);
  expect((await join(first, `CLUB-${code.toUpperCase()}`)).status).toBe(200);
  expect((await join(second, code)).status).toBe(200);
  return { owner, first, second, club, code };
};

describe('a club', () => {
  it('is made, joined by the link of any member, listed and shown with its members', async () => {
    const { owner, first, second, club } = await open();
    expect(club).toMatchObject({ name: 'The lanterns', memberCount: 1, role: 'owner' });
    expect(await list(first)).toEqual([{ ...club, memberCount: 3, role: 'member' }]);
    const shown = await page(second, club);
    expect(shown.members.map(({ username, role }) => [username, role])).toEqual([
      [owner.user.username, 'owner'],
      [first.user.username, 'member'],
      [second.user.username, 'member'],
    ]);
    expect(shown.members[0]).toMatchObject({
      rank: 1,
      totalWon: 0,
      bestMultiplier: null,
      lastGame: null,
      online: false,
    });
    expect(shown.invite.link).toBe(`${site.url}/join/${shown.invite.code}`);
    const invitation = await site.call('GET', `/clubs/join/${shown.invite.code}`);
    expect(invitation.body).toEqual({
      name: 'The lanterns',
      memberCount: 3,
      invitedBy: { username: second.user.username },
    });
    // Whoever is a member already stays one, with the same code.
    expect((await join(first, shown.invite.code)).body).toEqual({
      club: { ...club, memberCount: 3, role: 'member' },
    });
  });

  it('is not found by a stranger or a visitor, whatever they ask', async () => {
    const { owner, first, club } = await open();
    const stranger = await register();
    const calls = [
      ['GET', `/clubs/${club.id}`],
      ['POST', `/clubs/${club.id}/rename`, { name: 'Mine now' }],
      ['POST', `/clubs/${club.id}/invite`],
      ['POST', `/clubs/${club.id}/remove`, { userId: first.user.id }],
      ['POST', `/clubs/${club.id}/owner`, { userId: stranger.user.id }],
      ['POST', `/clubs/${club.id}/leave`],
      ['DELETE', `/clubs/${club.id}`],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await site.call(method, path, stranger.token, body)).status, path).toBe(404);
      expect((await site.call(method, path, null, body)).status, path).toBe(401);
      // What only the owner may do is not found by a member either.
      const isForMembers = method === 'GET' || path.endsWith('leave');
      if (!isForMembers) expect((await site.call(method, path, first.token, body)).status, path).toBe(404);
    }
    for (const id of ['0', 'x', '9'.repeat(30)])
      expect((await owner.get(`/clubs/${id}`)).status, id).toBe(404);
    expect((await join(stranger, 'aaaaaaaaaa')).status).toBe(404);
    expect((await site.call('GET', '/clubs/join/aaaaaaaaaa')).status).toBe(404);
    expect(await list(stranger)).toEqual([]);
    expect((await page(owner, club)).memberCount).toBe(3);
  });

  it.each([
    ['ab', 400],
    ['a'.repeat(41), 400],
    ['tab\tbed', 400],
    ['Right\u202Eleft', 400],
    ['Admin', 409],
    ['The F a i r ground', 409],
    [`  ${'é'.repeat(40)} `, 201],
  ])('with the name %j is answered with %d, also as a new name', async (name, status) => {
    const owner = await register();
    const made = await owner.post('/clubs', { name });
    expect(made.status, made.text).toBe(status);
    const club = await make(owner);
    const renamed = await owner.post(`/clubs/${club.id}/rename`, { name });
    expect(renamed.status).toBe(status === 201 ? 200 : status);
    if (status === 201) expect(renamed.body).toMatchObject({ club: { name: name.trim() } });
    if (status === 409)
      expect(renamed.body).toMatchObject({ code: 'already_taken', errors: [{ path: 'name' }] });
  });

  it('has dead codes once they are renewed, and that of a suspended member is dead as long', async () => {
    const { owner, first, club, code } = await open();
    expect((await owner.post(`/clubs/${club.id}/invite`)).status).toBe(200);
    const renewed = [await codeOf(owner, club), await codeOf(first, club)];
    expect(new Set([...renewed, code]).size).toBe(3);
    const late = await register();
    expect((await join(late, code)).status).toBe(404);
    expect((await site.call('GET', `/clubs/join/${code}`)).status).toBe(404);
    await site.rows(`UPDATE player SET suspended_at = clock_timestamp() WHERE id = $1`, first.user.id);
    expect((await join(late, renewed[1] ?? '')).status).toBe(404);
    expect((await join(late, renewed[0] ?? '')).status).toBe(200);
  });

  it('goes to who is longest in it when the owner leaves, and ends with its last member', async () => {
    const { owner, first, second, club } = await open();
    expect((await owner.post(`/clubs/${club.id}/leave`)).status).toBe(204);
    expect((await owner.get(`/clubs/${club.id}`)).status).toBe(404);
    expect(await list(first)).toEqual([{ ...club, memberCount: 2, role: 'owner' }]);
    expect((await first.delete('/user/me', { password })).status).toBe(204);
    expect(await list(second)).toEqual([{ ...club, memberCount: 1, role: 'owner' }]);
    const code = await codeOf(second, club);
    expect((await second.post(`/clubs/${club.id}/leave`)).status).toBe(204);
    expect(await site.rows(`SELECT FROM club WHERE id = $1`, club.id)).toEqual([]);
    expect((await join(owner, code)).status).toBe(404);
  });

  it('is handed over, loses a member who is removed, and is closed by its owner', async () => {
    const { owner, first, second, club } = await open();
    const handed = await owner.post(`/clubs/${club.id}/owner`, { userId: first.user.id });
    expect(handed.body).toEqual({ club: { ...club, memberCount: 3, role: 'member' } });
    expect((await owner.post(`/clubs/${club.id}/remove`, { userId: second.user.id })).status).toBe(404);
    const removed = await first.post(`/clubs/${club.id}/remove`, { userId: second.user.id });
    expect(removed.body).toEqual({ club: { ...club, memberCount: 2, role: 'owner' } });
    for (const [userId, status] of [
      [second.user.id, 404],
      ['x', 404],
      [first.user.id, 400],
    ] as const) {
      expect((await first.post(`/clubs/${club.id}/remove`, { userId })).status, userId).toBe(status);
    }
    expect((await first.post(`/clubs/${club.id}/owner`, { userId: second.user.id })).status).toBe(404);
    expect((await second.get(`/clubs/${club.id}`)).status).toBe(404);
    expect((await first.delete(`/clubs/${club.id}`)).status).toBe(204);
    expect(await list(owner)).toEqual([]);
  });

  it('never has more members than it may, although more join at once', async () => {
    const owner = await register();
    const club = await make(owner);
    const code = await codeOf(owner, club);
    const players = await registerMany(60);
    const answers = await Promise.all(players.map((player) => join(player, code)));
    expect(codes(answers).filter((each) => each === 200)).toHaveLength(maxClubMembers - 1);
    expect(codes(answers).filter((each) => each === 'club_full')).toHaveLength(60 - maxClubMembers + 1);
    expect((await page(owner, club)).members).toHaveLength(maxClubMembers);
  });

  it('is one of five of a player, although they join and make more at once', async () => {
    const clubs = await Promise.all(
      (await registerMany(6)).map(async (owner) => ({ owner, club: await make(owner) })),
    );
    const links = await Promise.all(clubs.map(({ owner, club }) => codeOf(owner, club)));
    const player = await register();
    const playerId = BigInt(player.user.id);
    // Calls of a player to one process wait for each other; here they come as from several.
    const service = openClubsService(site.database);
    const results = await Promise.all([
      ...links.map((code) => service.join(playerId, code, '::1')),
      ...[1, 2].map((n) => service.create(playerId, `Own club ${n}`)),
    ]);
    expect(results.filter((result) => !result.ok && result.code === 'club_limit')).toHaveLength(3);
    expect(await list(player)).toHaveLength(5);
  });
});

describe('an account opened with a code', () => {
  it('is a member at once, and a referral of the member whose link it is', async () => {
    const { owner, club, code } = await open();
    const came = await register({ club: code });
    expect(came).toMatchObject({
      referral: { username: owner.user.username },
      club: { id: club.id, memberCount: 4 },
    });
    const guest = await site.call('POST', '/auth/guest', null, { adult: true, club: code });
    expect(guest.body).toMatchObject({ referral: { username: owner.user.username }, club: { id: club.id } });
    const { token } = guest.body as unknown as TestPlayer;
    const kept = { username: 'kept_in_club', email: 'kept_in_club@example.org', password };
    expect((await site.call('POST', '/user/keep', token, kept)).status).toBe(200);
    expect((await site.call('GET', '/clubs', token)).body).toMatchObject({
      clubs: [{ id: club.id, memberCount: 5 }],
    });
    const referrals = await site.rows(`SELECT FROM referral WHERE referrer_id = $1`, owner.user.id);
    expect(referrals).toHaveLength(2);
    // A reference goes first, and a dead code is no error.
    const [other] = await registerMany(1);
    expect(await register({ club: code, ref: other?.user.referenceId })).toMatchObject({
      referral: { username: other?.user.username },
    });
    expect(await register({ club: 'aaaaaaaaaa' })).toMatchObject({ referral: null, club: null });
  });

  it('is opened on a site by invitation where CLUB_INVITES is on, and on no other', async () => {
    const { code } = await open();
    const asGuest = { adult: true, club: code };
    const account = (name: string) => ({
      ...asGuest,
      username: name,
      email: `${name}@example.org`,
      password,
    });
    for (const [setting, status] of [
      ['off', 403],
      ['on', 201],
    ] as const) {
      const env = { REGISTRATION: 'invite', CLUB_INVITES: setting };
      const closed = await startTestSite({ beside: site, env });
      expect((await closed.call('POST', '/auth/guest', null, asGuest)).status, setting).toBe(status);
      expect((await closed.call('POST', '/auth/register', null, account(`by_${setting}`))).status).toBe(
        status,
      );
      const dead = { ...account(`dead_${setting}`), club: 'aaaaaaaaaa' };
      expect((await closed.call('POST', '/auth/register', null, dead)).status).toBe(403);
      await closed.close();
    }
    // Who cannot join is not let in by the code alone.
    const owner = await register();
    const full = await make(owner);
    const fullCode = await codeOf(owner, full);
    const players = await registerMany(maxClubMembers - 1);
    await Promise.all(players.map((player) => join(player, fullCode)));
    const closed = await startTestSite({ beside: site, env: { REGISTRATION: 'invite', CLUB_INVITES: 'on' } });
    const refused = await closed.call('POST', '/auth/register', null, {
      ...account('too_many'),
      club: fullCode,
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'invitation_required' } });
    expect(await site.rows(`SELECT FROM player WHERE name_key = 'too_many'`)).toEqual([]);
    await closed.close();
  });

  it('looks up and tries codes no more often than invitations', async () => {
    const { token } = await register();
    const limited = await startTestSite({ beside: site, env: { RATE_LIMITS: 'on' } });
    const answers: Answer[] = [];
    for (let at = 0; at < 59; at++) answers.push(await limited.call('GET', '/clubs/join/aaaaaaaaaa'));
    for (let at = 0; at < 2; at++) {
      answers.push(await limited.call('POST', '/clubs/join', token, { code: 'aaaaaaaaaa' }));
    }
    expect(codes(answers)).toEqual([...Array.from({ length: 60 }, () => 'not_found'), 'rate_limited']);
    await limited.close();
  });
});

describe('the board', () => {
  let epoch: bigint;
  const notified: string[] = [];
  const step = () =>
    createClubsEngine({
      query: site.database.query,
      noticesChanged: (ids) => void notified.push(...ids.map(String)),
    }).step({ epoch } as StepContext);
  beforeAll(async () => {
    const [lease] = await site.rows<{ epoch: bigint }>('SELECT epoch FROM director_lease');
    epoch = lease?.epoch ?? 0n;
    await addTestRound(site.database);
  });

  it('counts what was won since the day of joining, in the week, the month and of all time', async () => {
    const { owner, first, second, club } = await open();
    await settleBet(site.database, first.user.id, { amount: 100, payout: 350 });
    await addTestRound(site.database);
    await settleBet(site.database, second.user.id, { amount: 100, payout: 150 });
    const board = async (window: string) =>
      (await page(owner, club, window)).members.map(
        ({ username, rank, totalWon, bestMultiplier, lastGame }) => [
          username,
          rank,
          totalWon,
          bestMultiplier,
          lastGame !== null,
        ],
      );
    const expected = [
      [first.user.username, 1, 250, 3.5, true],
      [second.user.username, 2, 50, 1.5, true],
      [owner.user.username, 3, 0, null, false],
    ];
    for (const window of ['week', 'month', 'all']) expect(await board(window), window).toEqual(expected);
    // A win of note paid twice the stake; its round has a page.
    const { wins } = await page(owner, club);
    expect(wins).toMatchObject([{ username: first.user.username, multiplier: 3.5, amountWon: 350 }]);
    // Whoever joins later has what they won that day, and nothing from before.
    await queryAsOwner(site.database, `UPDATE standing SET since = since - 40 WHERE player_id = $1`, [
      first.user.id,
    ]);
    const other = await make(first, 'Another one');
    await settleBet(site.database, first.user.id, { amount: 100, payout: 130 });
    const [own] = (await page(first, other, 'all')).members;
    expect(own).toMatchObject({ totalWon: 30 });
  });

  it('of a week ends with it: its winner is recorded, named to all, and forgotten when they leave', async () => {
    const { owner, first, second, club } = await open();
    await addTestRound(site.database);
    await settleBet(site.database, first.user.id, { amount: 100, payout: 180 });
    await settleBet(site.database, second.user.id, { amount: 100, payout: 150 });
    // A week ago, on the days from Monday to Sunday; the second member won most, and joined on the next Monday.
    const moveTo = (day: string, of: TestPlayer) =>
      queryAsOwner(
        site.database,
        `UPDATE standing SET since = (SELECT ${day} FROM today t) WHERE span = 'd' AND player_id = $1`,
        [of.user.id],
      );
    const monday = `date_trunc('week', t.day)::date`;
    await queryAsOwner(site.database, `UPDATE standing SET won = 900 WHERE player_id = $1`, [second.user.id]);
    await moveTo(`${monday} - 1`, first);
    await moveTo(`${monday} - 2`, second);
    await queryAsOwner(
      site.database,
      `UPDATE club_member m
        SET joined_on = (SELECT ${monday} FROM today t) - CASE m.player_id WHEN $2 THEN 0 ELSE 14 END
       WHERE club_id = $1`,
      [club.id, second.user.id],
    );
    await queryAsOwner(
      site.database,
      `UPDATE club SET closed_week = (SELECT ${monday} - 28 FROM today t) WHERE id = $1`,
      [club.id],
    );
    while ((await step()) === 0);
    const { weeks } = await page(owner, club);
    expect(weeks).toMatchObject([{ username: first.user.username, totalWon: 80 }]);
    expect(new Date(`${weeks[0]?.week}T00:00:00Z`).getUTCDay()).toBe(1);
    const noticesOf = ({ user }: TestPlayer) =>
      site.rows<{ kind: string; data: object }>(
        `SELECT kind, data FROM notice WHERE player_id = $1 AND data ->> 'clubId' = $2 ORDER BY id`,
        user.id,
        club.id,
      );
    const joined = ({ user }: TestPlayer) => ({
      kind: 'clubJoined',
      data: { clubId: club.id, club: club.name, playerId: user.id },
    });
    const week = {
      kind: 'clubWeek',
      data: { clubId: club.id, club: club.name, week: weeks[0]?.week, playerId: first.user.id, won: 80 },
    };
    expect(await noticesOf(owner)).toEqual(expect.arrayContaining([joined(first), joined(second), week]));
    expect(await noticesOf(second)).toContainEqual(week);
    const shown = (await owner.get('/user/notices')).text;
    expect(shown).toContain(`${first.user.username} won most: 80 coins`);
    expect(shown).toContain(`${second.user.username} joined The lanterns`);
    expect((await first.post(`/clubs/${club.id}/leave`)).status).toBe(204);
    expect((await page(owner, club)).weeks).toEqual([]);
  });

  it('closes the week that ended on Sunday in the zone of the site', async () => {
    const { club } = await open();
    const closedIn = async (zone: string) => {
      await queryAsOwner(site.database, `UPDATE site_zone SET name = $1`, [zone]);
      await queryAsOwner(site.database, `UPDATE club SET closed_week = closed_week - 21 WHERE id = $1`, [
        club.id,
      ]);
      while ((await step()) === 0);
      const [row] = await site.rows<{ since: number; shown: number }>(
        `SELECT (date_trunc('week', (clock_timestamp() - interval '1 minute') AT TIME ZONE $2)::date - closed_week)
           AS since FROM club WHERE id = $1`,
        club.id,
        zone,
      );
      return row?.since;
    };
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue', 'UTC'])
      expect(await closedIn(zone), zone).toBe(7);
  });
});

it('is in the export, and the audit finds a club without an owner, and a member whose account is closed', async () => {
  const { owner, first, club } = await open();
  const exported = (await owner.post('/user/export', { password })).body;
  expect(exported['clubs']).toMatchObject([{ name: club.name, is_owner: true, weeks_won: null }]);
  const violations = async () =>
    (await site.findViolations()).filter(({ states }) => states.includes('club'));
  expect(await violations()).toEqual([]);
  const changes = [
    [`UPDATE club_member SET is_owner = NOT $2 WHERE club_id = $1 AND player_id = ${owner.user.id}`, true],
    [
      `UPDATE player SET closed_at = CASE WHEN $2 THEN now() END WHERE id = ${first.user.id} AND $1 > 0`,
      true,
    ],
  ] as const;
  for (const [change] of changes) {
    await queryAsOwner(site.database, change.replace('$2', 'true'), [club.id]);
    expect((await violations()).length, change).toBe(1);
    await queryAsOwner(site.database, change.replace('$2', 'false'), [club.id]);
    expect(await violations(), change).toEqual([]);
  }
});

it('moves no coins: who has two accounts in a club gains nothing', async () => {
  // Stakes and payouts are those of the tests, and an account that is closed is emptied.
  const kinds = await site.rows<{ kind: string }>(
    `SELECT DISTINCT kind::text FROM transfer WHERE kind::text !~ '_' ORDER BY 1`,
  );
  expect(kinds).toEqual([{ kind: 'closed' }, { kind: 'signup' }]);
});
