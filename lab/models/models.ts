/** The models (*.qnt): their invariants, and each of their guards with the invariant that fails without it. */
import { openModel } from './quint.ts';

interface ModelToCheck {
  name: string;
  steps: number;
  invariants: readonly string[];
  guards: readonly Guard[];
}
interface Guard {
  guard: string;
  /** The invariant that fails without it. */
  fails: string;
  seed: bigint;
  /** What a replay does not see, because it judges presses in the order of the trace, or has no sockets. */
  isUnseen?: true;
}

const first = 1n;

export const models: readonly ModelToCheck[] = [
  {
    name: 'round',
    steps: 40,
    invariants: [
      'I7_oneEnd',
      'A2_beforeTheCrash',
      'A4_I16_sealed',
      'I13_order',
      'A45_beacon',
      'I17_F6_noStaleWrite',
      'A41_finalOnArrival',
      'F5_voidRule',
      'F28_shown',
    ],
    guards: [
      // A press is judged by the curve at its arrival.
      { guard: 'time at arrival', fails: 'A41_finalOnArrival', seed: first },
      // A session that ends later has not ended for it.
      { guard: 'session at arrival', fails: 'A41_finalOnArrival', seed: 68593n },
      // No automatic cash-out while an earlier press for its bet waits.
      { guard: 'hold', fails: 'A41_finalOnArrival', seed: 8331n },
      // Presses for a bet are judged in the order of their arrival.
      { guard: 'order', fails: 'A41_finalOnArrival', seed: 55455n, isUnseen: true },
      // The settlement waits for processes that may have presses.
      { guard: 'receivers', fails: 'A41_finalOnArrival', seed: 70808n },
      { guard: 'end once', fails: 'I7_oneEnd', seed: 4971n }, // Bets end by a conditional update.
      { guard: 'close', fails: 'A4_I16_sealed', seed: 433n }, // Bets are for a round that is open.
      { guard: 'bet lock', fails: 'A4_I16_sealed', seed: 433n }, // Share lock of bets, exclusive lock of the seal.
      { guard: 'late seal', fails: 'I13_order', seed: 2229n }, // No seal once the beacon's value may be known.
      { guard: 'beacon', fails: 'A45_beacon', seed: first }, // No start without the value.
      { guard: 'fence', fails: 'I17_F6_noStaleWrite', seed: 443286n }, // A write checks the epoch.
      // A flight without a leader for more than 5 s is void.
      { guard: 'void rule', fails: 'F5_voidRule', seed: 25462n },
      { guard: 'announce the row', fails: 'F28_shown', seed: 892n }, // Each step announces the row that it finds.
      { guard: 'step', fails: 'F28_shown', seed: first }, // What is shown adds one to the step.
      // A process reads the row while an event is overdue.
      { guard: 'overdue', fails: 'F28_shown', seed: 5942n, isUnseen: true },
    ],
  },
  {
    name: 'ledger',
    steps: 30,
    invariants: [
      'I2_wallet',
      'I3_notNegative',
      'I6_oneTransfer',
      'I6_oneBetPerKey',
      'I6_sameAnswer',
      'I7_refundToSource',
      'coinsFirst',
    ],
    guards: [
      // A stake is judged and taken under the lock of the wallet.
      { guard: 'lock', fails: 'I3_notNegative', seed: first },
      { guard: 'balance', fails: 'I3_notNegative', seed: first }, // A stake is covered.
      { guard: 'unique source', fails: 'I6_oneTransfer', seed: first }, // (kind, source) is unique.
      { guard: 'keys', fails: 'I6_oneBetPerKey', seed: first }, // A key that was used gets its first answer.
      // The answer is stored by the transaction of the stake.
      { guard: 'stored together', fails: 'I6_oneBetPerKey', seed: first },
      { guard: 'body', fails: 'I6_sameAnswer', seed: first }, // A key with another body is refused.
      // Each part of a stake goes back to where it came from.
      { guard: 'refund to source', fails: 'I7_refundToSource', seed: first },
      { guard: 'coins first', fails: 'coinsFirst', seed: first }, // A stake takes coins before winnings.
    ],
  },
  {
    name: 'log',
    steps: 30,
    invariants: ['I22_inOrder', 'I17_F6_noStaleWrite', 'A44_oneHistory'],
    guards: [
      { guard: 'once', fails: 'I22_inOrder', seed: first }, // A fact is in the log once.
      { guard: 'order', fails: 'I22_inOrder', seed: first }, // Facts are added in the order of their commits.
      { guard: 'fence', fails: 'I17_F6_noStaleWrite', seed: first }, // A write checks the epoch.
      // Nothing is added where the log is longer than the process knows.
      { guard: 'gate', fails: 'A44_oneHistory', seed: first },
      { guard: 'new origin', fails: 'A44_oneHistory', seed: first }, // The log begins anew after a restore.
    ],
  },
];

export interface Finding {
  model: string;
  /** The guard that was taken away; undefined for the site as it is. */
  guard: string | undefined;
  fails: string;
  /** After how many samples; undefined if no violation was found. */
  samples: number | undefined;
}

/** All of a model's simulations: as the site is, and without each guard. */
export const simulate = async function* (
  { name, steps, invariants, guards }: ModelToCheck,
  { samples, seed = first }: { samples: number; seed?: bigint },
): AsyncGenerator<Finding> {
  const model = await openModel(name);
  for (const { guard, fails, seed: knownSeed } of guards) {
    const found = model.findViolation({
      without: guard,
      invariants: [fails],
      seed: knownSeed,
      samples: Math.max(samples, 1_000),
      steps,
    });
    yield { model: name, guard, fails, samples: found };
  }
  yield {
    model: name,
    guard: undefined,
    fails: '',
    samples: model.findViolation({ invariants, seed, samples, steps }),
  };
};

export const isExpected = ({ guard, samples }: Finding): boolean =>
  (guard === undefined) === (samples === undefined);
