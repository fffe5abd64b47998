/** The checker accepts what the model records, and finds each fault that is planted in it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistory } from './check.ts';
import { formatHistory, parseHistory, type RecordedCall, type RecordedEvent } from './events.ts';
import { TestSite, type CallOptions } from './test-site.ts';

const players = ['ann', 'bob'];

type Fields = Record<string, unknown>;

/** Three rounds with everything that the mutations below need. */
const playScenario = (site: TestSite): void => {
  for (const player of players) site.register(player);
  site.bet('ann', 100, { key: 'ann-1' });
  site.bet('ann', 100, { key: 'ann-1' });
  site.bet('bob', 50, { key: 'bob-1' }, 1.02);
  site.pushBalance('bob');
  site.readBalance('bob');
  site.seal();
  site.takeOff();
  site.wait(600);
  site.press('ann', 1.05, { key: 'ann-2' });
  site.readBets('ann');
  site.readBalance('ann');
  site.wait(300);
  site.crash();
  site.readBets('bob');
  site.readBalance('bob');

  site.bet('bob', 70, { key: 'bob-2' });
  site.bet('bob', 30, { key: 'bob-3', fate: 'answer lost' });
  site.bet('ann', 40, { key: 'ann-3', fate: 'request lost' });
  site.seal();
  site.takeOff();
  site.void();
  for (const player of players) {
    site.readBets(player);
    site.readBalance(player);
  }

  site.bet('ann', 20, { key: 'ann-4' });

  site.buyAhead('bob', 7, 4, { key: 'bob-ahead' });
  site.takeBack('bob', { key: 'bob-back' });
  site.readTickets('bob');
  site.drawTickets();
  site.drawTickets();
  site.drawTickets(true);
  site.readTickets('bob');
  site.readBalance('bob');
};

const record = (play: (site: TestSite) => void = () => undefined): RecordedEvent[] => {
  const site = new TestSite();
  playScenario(site);
  play(site);
  site.end();
  return parseHistory(formatHistory(site.events));
};

/** All objects in a history, to change something wherever it is shown. */
const forEachObject = (value: unknown, visit: (fields: Fields) => void): void => {
  if (Array.isArray(value)) for (const each of value) forEachObject(each, visit);
  else if (typeof value === 'object' && value !== null) {
    visit(value as Fields);
    for (const each of Object.values(value)) forEachObject(each, visit);
  }
};

const changeBalances = (events: RecordedEvent[], player: string, fromVersion: number, by: number): void => {
  for (const event of events.filter((each) => each.player === player))
    forEachObject(event, (fields) => {
      if (Number(fields['version']) >= fromVersion)
        fields['winningAmount'] = Number(fields['winningAmount']) + by;
    });
};

const changeBets = (events: RecordedEvent[], id: string, change: (bet: Fields) => void): void => {
  for (const event of events)
    forEachObject(event, (fields) => {
      if (fields['id'] === id && 'amountWon' in fields) change(fields);
    });
};

const callsOf = (events: RecordedEvent[], player: string, path: string): RecordedCall[] =>
  events
    .filter((event) => event.kind === 'call')
    .filter((event) => event.player === player && event.request.path === path && event.answer);

const answerOf = (call: RecordedCall | undefined): { body: Fields; isReplay: boolean } => {
  if (!call?.answer) throw new Error('the call has no answer');
  return call.answer as { body: Fields; isReplay: boolean };
};

const listOf = (call: RecordedCall | undefined): Fields[] => answerOf(call).body as unknown as Fields[];

const keyed = (events: RecordedEvent[], key: string, at = 0): RecordedCall => {
  const call = events.filter((event) => event.kind === 'call').filter(({ request }) => request.key === key)[
    at
  ];
  if (!call) throw new Error(`no call has the key ${key}`);
  return call;
};

const pushesOf = (events: RecordedEvent[], player: string, type: string) =>
  events
    .filter((event) => event.kind === 'push')
    .filter((event) => event.player === player && event.type === type);

const versionAfter = (call: RecordedCall): number =>
  Number((answerOf(call).body['user'] as Fields)['version']);

const shift = (call: RecordedCall, ms: number): void => {
  call.startMs += ms;
  call.endMs += ms;
};

interface Planted {
  fault: string;
  plant: (events: RecordedEvent[]) => void;
  sentence: RegExp;
}

const planted: readonly Planted[] = [
  {
    fault: 'a lost write: an acknowledged bet is in no later list',
    plant: (events) => {
      for (const list of callsOf(events, 'ann', '/meadow/userHistory'))
        answerOf(list).body = listOf(list).filter(({ id }) => id !== '1') as unknown as Fields;
    },
    sentence: /bet meadow 1 of ann was acknowledged, and is missing in a later list/,
  },
  {
    fault: 'a stake that was acknowledged and not taken',
    plant: (events) => changeBalances(events, 'ann', versionAfter(keyed(events, 'ann-1')), 100),
    sentence: /ann has 1000 coins at version 2, and their calls explain 900/,
  },
  {
    fault: 'a stake that was taken twice',
    plant: (events) => changeBalances(events, 'ann', versionAfter(keyed(events, 'ann-1')), -100),
    sentence: /ann has 800 coins at version 2, and their calls explain 900/,
  },
  {
    fault: 'a stale read after an own write',
    plant: (events) => {
      const last = callsOf(events, 'ann', '/user/me').at(-1);
      answerOf(last).body = { ...(answerOf(keyed(events, 'ann-1')).body['user'] as Fields) };
    },
    sentence: /ann's page was told version \d+ of ann and then read version 2: a stale read/,
  },
  {
    fault: 'a double payout',
    plant: (events) => changeBalances(events, 'ann', versionAfter(keyed(events, 'ann-2')), 105),
    sentence: /ann has 1110 coins at version 3, and their calls explain 1005/,
  },
  {
    fault: 'a payout that is missing',
    plant: (events) => changeBalances(events, 'ann', versionAfter(keyed(events, 'ann-2')), -105),
    sentence: /ann has 900 coins at version 3, and their calls explain 1005/,
  },
  {
    fault: 'a payout of another amount than the bet says',
    plant: (events) => changeBalances(events, 'bob', 3, 1),
    sentence: /bob has 1002 coins at version 3, and their calls explain 1001/,
  },
  {
    fault: 'a bet that says another amount than stake and multiplier make',
    plant: (events) => changeBets(events, '1', (bet) => (bet['amountWon'] = Number(bet['amountWon']) && 110)),
    sentence: /bet meadow 1 of ann paid 110 coins, and 100 at 1\.05x are 105/,
  },
  {
    fault: 'a press that was undone',
    plant: (events) => {
      const [bet] = listOf(callsOf(events, 'ann', '/meadow/userHistory')[0]);
      Object.assign(bet ?? {}, { outcome: 'pending', amountWon: 0, cashOutMultiplier: null });
    },
    sentence: /bet meadow 1 of ann was over with 105 coins, and was open again afterwards/,
  },
  {
    fault: 'a press that was acknowledged and lost',
    plant: (events) => {
      const bet = listOf(callsOf(events, 'ann', '/meadow/userHistory').at(-1)).find(({ id }) => id === '1');
      Object.assign(bet ?? {}, { outcome: 'loss', amountWon: 0, cashOutMultiplier: null });
    },
    sentence: /bet meadow 1 of ann ended twice: over with 105 coins, and over with 0 coins/,
  },
  {
    fault: 'two results of a round, pushed',
    plant: (events) => {
      const push = pushesOf(events, 'bob', 'meadowDrawResult_response')[1];
      Object.assign(push?.data as Fields, { crashMultiplier: 7.77 });
    },
    sentence: /meadow 1 has two values of result: 1\.09 for ann's page, 7\.77 for bob's page/,
  },
  {
    fault: 'two results of a round, in its proof',
    plant: (events) => {
      const call = structuredClone(callsOf(events, 'bob', '/user/me').at(-1) as RecordedCall);
      call.request.path = '/fairness/meadow/1';
      answerOf(call).body = { game: 'meadow', id: '1', outcome: { crashMultiplier: 3 } };
      events.push(call);
    },
    sentence: /meadow 1 has two values of result: 1\.09 for ann's page, 3 for bob's page/,
  },
  {
    fault: 'a bet after the seal was pushed',
    plant: (events) => {
      const [seal] = pushesOf(events, 'bob', 'meadowSeal_response');
      shift(keyed(events, 'ann-1'), (seal?.atMs ?? 0) + 50 - keyed(events, 'ann-1').startMs);
    },
    sentence: /bet meadow 1 1 of ann was accepted after meadow 1 had been closed/,
  },
  {
    fault: 'a refund that was paid twice',
    plant: (events) => changeBalances(events, 'bob', 6, 70),
    sentence: /bob has 10\d\d coins at version \d, and their calls explain 10\d\d/,
  },
  {
    fault: 'a refund that was not paid',
    plant: (events) => changeBalances(events, 'bob', 7, -30),
    sentence: /bob has 971 coins at version 7, and their calls explain 1001/,
  },
  {
    fault: 'a stake that a void round keeps',
    plant: (events) =>
      changeBets(events, '3', (bet) => (bet['outcome'] = bet['outcome'] === 'void' ? 'loss' : 'pending')),
    sentence: /meadow 2 is void, and the stake of bet 3 of bob was not returned/,
  },
  {
    fault: 'a void round with a result',
    plant: (events) => {
      const push = structuredClone(pushesOf(events, 'bob', 'meadowDrawResult_response')[1]);
      if (!push) throw new Error('no result was pushed');
      Object.assign(push.data as Fields, { roundId: '2', startedAt: undefined });
      events.push(push);
    },
    sentence: /meadow 2 is void, and was shown with a result/,
  },
  {
    fault: 'a repeat with another answer',
    plant: (events) => {
      const bet = answerOf(keyed(events, 'ann-1', 1)).body['bet'] as Fields;
      bet['color'] = 'red';
    },
    sentence: /POST \/meadow\/create with key ann-1 of ann was answered in two ways/,
  },
  {
    fault: 'a repeat that was executed',
    plant: (events) => (answerOf(keyed(events, 'ann-1', 1)).isReplay = false),
    sentence: /POST \/meadow\/create with key ann-1 of ann was executed twice/,
  },
  {
    fault: 'a repeat with another body that was accepted',
    plant: (events) => (keyed(events, 'ann-1', 1).request.body = { amount: 10 }),
    sentence: /POST \/meadow\/create with key ann-1 of ann was accepted with two bodies/,
  },
  {
    fault: 'tickets ahead that were charged once',
    plant: (events) => changeBalances(events, 'bob', versionAfter(keyed(events, 'bob-ahead')), 21),
    sentence: /bob has \d+ coins at version \d+, and their calls explain \d+/,
  },
  {
    fault: 'a ticket ahead that is neither listed, nor drawn, nor refunded',
    plant: (events) => {
      for (const list of callsOf(events, 'bob', '/ticket/userTickets/bob'))
        answerOf(list).body = listOf(list).filter(({ id }) => id !== 't1') as unknown as Fields;
    },
    sentence: /bob has \d+ coins at version \d+, and their calls explain \d+/,
  },
  {
    fault: 'a ticket ahead that was taken back, and is listed afterwards',
    plant: (events) => {
      const { body } = answerOf(keyed(events, 'bob-ahead'));
      listOf(callsOf(events, 'bob', '/raffle/advance')[1]).push((body['tickets'] as Fields[])[3] ?? {});
    },
    sentence: /bet raffle\/advance 4 of bob was void, and was open again afterwards/,
  },
  {
    fault: 'a ticket ahead that became two tickets',
    plant: (events) => {
      for (const list of callsOf(events, 'bob', '/ticket/userTickets/bob').slice(1))
        listOf(list).push({ ...listOf(list).find(({ id }) => id === 't1'), id: 't9' });
    },
    sentence: /bet raffle t9 of bob is shown, and no call is left that can have placed it/,
  },
  {
    fault: 'one bet for two calls',
    plant: (events) => {
      const call = structuredClone(keyed(events, 'ann-1'));
      call.request.key = 'ann-other';
      events.push(call);
    },
    sentence: /bet meadow 1 of ann is the answer to two calls that were executed/,
  },
  {
    fault: 'a version with two balances',
    plant: (events) => {
      const [push] = pushesOf(events, 'bob', 'updatedUser_response');
      const user = (push?.data as { user: Fields } | undefined)?.user;
      Object.assign(user ?? {}, { coins: 949, winningAmount: 1 });
    },
    sentence: /version 2 of bob has two balances: 950 coins and 0 winnings; 949 coins and 1 winnings/,
  },
  {
    fault: 'a cash-out above the curve',
    plant: (events) => shift(keyed(events, 'ann-2'), -300),
    sentence: /the cash-out of bet meadow 1 of ann at 1\.05x is above the curve, which was at 1\.03x at most/,
  },
  {
    fault: 'a cash-out above the crash',
    plant: (events) => {
      for (const { data } of events.filter((event) => event.kind === 'push'))
        forEachObject(data, (fields) => {
          if (fields['status'] === 'finished') fields['crashMultiplier'] = 1.03;
        });
      changeBets(events, '1', (bet) => (bet['crashMultiplier'] = bet['crashMultiplier'] && 1.03));
      changeBets(events, '2', (bet) => (bet['crashMultiplier'] = bet['crashMultiplier'] && 1.03));
    },
    sentence: /the cash-out of bet meadow 1 of ann at 1\.05x is above the crash at 1\.03x/,
  },
  {
    fault: 'a cash-out that was sent after the crash',
    plant: (events) => shift(keyed(events, 'ann-2'), 2_000),
    sentence: /the cash-out of bet meadow 1 of ann at 1\.05x was sent after the crash at 1\.09x/,
  },
  {
    fault: 'an unanswered call that was executed twice',
    plant: (events) => {
      for (const list of callsOf(events, 'bob', '/meadow/userHistory').slice(1))
        listOf(list).push({ ...listOf(list).find(({ id }) => id === '4'), id: '400' });
    },
    sentence: /bet meadow 400 of bob is shown, and no call is left that can have placed it/,
  },
  {
    fault: 'an unanswered call that was charged twice',
    plant: (events) => changeBalances(events, 'bob', 5, -30),
    sentence: /bob has \d+ coins at version \d, and their calls explain \d+/,
  },
  {
    fault: 'an unanswered call that was charged, and whose bet is in no list',
    plant: (events) => changeBalances(events, 'ann', 4, -40),
    sentence: /ann has 945 coins at version 4, and their calls explain 985/,
  },
];

describe('the checker of histories', () => {
  it('accepts a history of bets, cash-outs, repeats, lost answers and a void round', () => {
    expect(checkHistory(record())).toEqual({ faults: [] });
  });

  it('accepts that a call without an answer was executed, or was not', () => {
    for (const fate of ['answer lost', 'request lost'] as const)
      expect(checkHistory(record((site) => site.bet('bob', 60, { fate })))).toEqual({ faults: [] });
  });

  it('accepts that a bet is over, and paid, before the repeat of its lost call is answered', () => {
    const history = record((site) => {
      site.bet('bob', 60, { key: 'bob-4', fate: 'answer lost' }, 1.02);
      // The repeat has a newer balance.
      site.pushBalance('bob');
      site.seal();
      site.takeOff();
      site.wait(500);
      site.crash();
      site.pushBalance('bob');
      site.bet('bob', 60, { key: 'bob-4' });
    });
    expect(checkHistory(history)).toEqual({ faults: [] });
  });

  it('accepts that a call arrives after its repeat was refused, where it has no answer', () => {
    const refusedBetween = (fate: 'answer lost' | undefined) => {
      const events = record((site) => site.bet('bob', 60, { key: 'bob-4', ...(fate && { fate }) }));
      const first = keyed(events, 'bob-4');
      const repeat = { ...first, startMs: first.startMs + 1, endMs: first.endMs + 2 };
      const answer = { status: 409, body: { code: 'betting_closed' }, isReplay: false };
      events.splice(events.indexOf(first) + 1, 0, { ...repeat, answer });
      if (fate === undefined) first.answer = answer;
      return checkHistory(events).faults;
    };
    expect(refusedBetween('answer lost')).toEqual([]);
    expect(refusedBetween(undefined)).not.toEqual([]);
  });

  it('accepts a bonus once, and what one without an answer may have paid', () => {
    const claim = (answer: RecordedCall['answer'], at: number): RecordedCall => ({
      kind: 'call',
      client: 'page',
      player: 'cat',
      startMs: at,
      endMs: at + 1,
      request: { method: 'POST', path: '/user/card/claim', body: {}, key: 'claim' },
      answer,
    });
    const user = (version: number, coins: number) => ({ version, coins, winningAmount: 0 });
    const told = (version: number, total: number, isReplay = false) => ({
      status: 200,
      body: { user: user(version, total), coins: 100 },
      isReplay,
    });
    const registered: RecordedCall = {
      ...claim({ status: 201, body: { user: user(1, 1_000) }, isReplay: false }, 0),
      request: { method: 'POST', path: '/auth/guest' },
    };
    expect(checkHistory([registered, claim(null, 2), claim(told(2, 1_100, true), 4)]).faults).toEqual([]);
    expect(checkHistory([registered, claim(told(2, 1_200), 4)]).faults).toEqual([
      'cat has 1200 coins at version 2, and their calls explain 1100',
    ]);
  });

  it('accepts what an unanswered game may have paid, until a list shows that it was not played', () => {
    const call = (startMs: number, method: string, path: string, body: unknown): RecordedCall => ({
      kind: 'call',
      client: 'cat',
      player: 'cat',
      startMs,
      endMs: startMs + 1,
      request: { method, path, body: { amount: 100 } },
      answer: body === null ? null : { status: 200, body, isReplay: false },
    });
    const balance = (startMs: number, version: number, coins: number) =>
      call(startMs, 'GET', '/user/me', { version, coins, winningAmount: 0 });
    const played = [balance(0, 1, 1_000), call(2, 'POST', '/hammer/create', null), balance(6, 2, 1_020)];
    expect(checkHistory(played).faults).toEqual([]);
    expect(checkHistory([...played, call(8, 'GET', '/hammer/userHistory', [])]).faults).toEqual([
      'cat has 1020 coins at version 2, and their calls explain 1000',
    ]);
  });

  it('compares draws in pushes and lists, and closes a draw to bets once it is shown', () => {
    const drawn = (winningNumber: number) => ({ drawId: '7', winningNumbers: [winningNumber], drawnAt: '' });
    const push = (client: string, atMs: number, winningNumber: number): RecordedEvent => ({
      kind: 'push',
      client,
      player: client,
      atMs,
      type: 'fieldStatus_response',
      data: { current: null, next: { drawId: '8', commitment: 'c' }, history: [drawn(winningNumber)] },
    });
    const bet = (startMs: number, drawId: string): RecordedCall => ({
      kind: 'call',
      client: 'cat',
      player: 'cat',
      startMs,
      endMs: startMs + 5,
      request: { method: 'POST', path: '/field/create', body: { amount: 10, drawId } },
      answer: {
        status: 201,
        body: { bet: { id: `bet-${drawId}`, drawId, amount: 10, amountWon: 0, status: 'pending' } },
        isReplay: false,
      },
    });
    const sound = [push('ann', 10, 3), push('bob', 11, 3), bet(8, '7'), bet(12, '8')];
    expect(checkHistory(sound).faults).toEqual([]);
    expect(checkHistory([...sound, push('bob', 13, 4)]).faults).toEqual([
      'field 7 has two values of result: [3] for ann, [4] for bob',
    ]);
    expect(checkHistory([...sound, bet(12, '7')]).faults.join()).toContain(
      'bet field 7 bet-7 of cat was accepted after field 7 had been closed',
    );
  });

  it('expects of a list as many bets as it shows, and none of a list that could not be read', () => {
    const at = (ms: number) => new Date(1_700_000_000_000 + ms).toISOString();
    const wire = (ms: number) => ({
      id: String(ms),
      amount: 10,
      amountWon: 0,
      outcome: 'loss',
      createdAt: at(ms),
    });
    const call = (
      startMs: number,
      method: string,
      path: string,
      status: number,
      body: unknown,
    ): RecordedCall => ({
      kind: 'call',
      client: 'cat',
      player: 'cat',
      startMs,
      endMs: startMs + 1,
      request: { method, path, body: { amount: 10 } },
      answer: { status, body, isReplay: false },
    });
    const times = Array.from({ length: 30 }, (_, index) => 10_000 * (index + 1));
    const placed = times.map((ms) => call(ms, 'POST', '/meadow/create', 201, { bet: wire(ms) }));
    const list = (shown: readonly number[]) =>
      call(400_000, 'GET', '/meadow/userHistory', 200, shown.map(wire).toReversed());
    expect(checkHistory([...placed, list(times.slice(-20))]).faults).toEqual([]);
    const failed = call(400_000, 'GET', '/meadow/userHistory', 503, { code: 'unavailable' });
    expect(checkHistory([...placed, failed]).faults).toEqual([]);
    expect(checkHistory([...placed, list(times.slice(-20).filter((ms) => ms !== 250_000))]).faults).toEqual([
      'bet meadow 250000 of cat was acknowledged, and is missing in a later list: a lost write',
    ]);
  });

  it.each(planted)('finds $fault', ({ plant, sentence }) => {
    const events = record();
    plant(events);
    expect(checkHistory(events).faults.join('\n')).toMatch(sentence);
  });
});

const key = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: undefined });
const fate = fc.constantFrom<NonNullable<CallOptions['fate']>>(
  'answered',
  'answered',
  'answer lost',
  'request lost',
);
const ticketActions = ['buyAhead', 'takeBack', 'readTickets', 'draw', 'miss'] as const;
const step = fc.record({
  action: fc.constantFrom(
    'bet',
    'bet',
    'press',
    'readBalance',
    'readBets',
    'pushBalance',
    'go',
    'void',
    ...ticketActions,
  ),
  player: fc.constantFrom(...players),
  amount: fc.constantFrom(10, 20, 30, 100),
  auto: fc.option(fc.constantFrom(1.01, 1.05, 1.1)),
  key,
  fate,
  lagMs: fc.integer({ min: 1, max: 40 }),
  waitMs: fc.integer({ min: 0, max: 500 }),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const play = (site: TestSite, all: readonly Step[]): void => {
  for (const [at, { action, player, amount, auto, key: name, fate: luck, lagMs, waitMs }] of all.entries()) {
    site.wait(waitMs);
    if (action === 'bet') site.bet(player, amount, { fate: luck, lagMs, key: name ?? `${at}` }, auto);
    else if (action === 'press') site.press(player, 1 + amount / 100, { fate: luck, lagMs, key: `${at}` });
    else if (action === 'readBalance') site.readBalance(player, { fate: luck, lagMs });
    else if (action === 'readBets') site.readBets(player, { fate: luck, lagMs });
    else if (action === 'pushBalance') site.pushBalance(player);
    else if (action === 'buyAhead')
      site.buyAhead(player, amount, 1 + (at % 3), { fate: luck, lagMs, key: `${at}` });
    else if (action === 'takeBack') site.takeBack(player, { fate: luck, lagMs, key: `${at}` });
    else if (action === 'readTickets') site.readTickets(player, { fate: luck, lagMs });
    else if (action === 'draw' || action === 'miss') site.drawTickets(action === 'miss');
    else if (site.state === 'betting') site.seal();
    else if (site.state === 'sealed') site.takeOff();
    else if (action === 'void') site.void();
    else site.crash();
  }
};

const steps = fc.array(step, { maxLength: 60 });
/** Nobody can say what tickets cost that may have been bought or not: that could explain what a fault has changed. */
const stepsWithAnsweredTickets = steps.map((all) =>
  all.map((one): Step => (one.action === 'buyAhead' ? { ...one, fate: 'answered' } : one)),
);

describe('any history', () => {
  it('of the model is accepted', () => {
    fc.assert(
      fc.property(steps, (all) => {
        expect(checkHistory(record((site) => play(site, all))).faults).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(planted)('with $fault is refused', ({ plant }) => {
    fc.assert(
      fc.property(stepsWithAnsweredTickets, (all) => {
        const events = record((site) => play(site, all));
        plant(events);
        expect(checkHistory(events).faults).not.toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
