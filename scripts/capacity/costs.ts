/** Reads the costs of the model from the results of the benchmarks. */
import { existsSync, readFileSync } from 'node:fs';
import { summarize, type SubjectResult } from '../../bench/lib/alternate.ts';
import { resultFolder, type BenchResult } from '../../bench/lib/results.ts';
import type { BetCost, Costs, PartCost } from './model.ts';

/** The parts of a round in the results of `npm run bench -- capacity`. */
export const partNames = {
  second: 'a second without players',
  message: 'a live message',
  bet: 'a bet',
  loss: 'a bet that loses, after the crash',
  automatic: 'an automatic cash-out',
  byHand: 'a cash-out by hand',
} as const;

const hasResult = (name: string): boolean => existsSync(new URL(`${name}.json`, resultFolder));

export const readResult = (name: string): BenchResult => {
  if (!hasResult(name))
    throw new Error(`bench/results/${name}.json is missing: run npm run bench -- ${name}`);
  return JSON.parse(readFileSync(new URL(`${name}.json`, resultFolder), 'utf8')) as BenchResult;
};

const median = ({ name, runs }: SubjectResult, figure: string): number => {
  const values = runs[figure] ?? [];
  if (values.length === 0) throw new Error(`the results have no ${figure} of "${name}"`);
  return summarize(values).median;
};

const findSubject = (subjects: readonly SubjectResult[], name: string): SubjectResult => {
  const subject = subjects.find((each) => each.name === name);
  if (!subject) throw new Error(`the results have no "${name}"`);
  return subject;
};

const subjectsOf = ({ tables }: BenchResult): SubjectResult[] => tables.flatMap(({ subjects }) => subjects);

/** `parts` are those of a run that is not written yet; by default the committed ones. */
export const readCosts = (parts: readonly SubjectResult[] = subjectsOf(readResult('capacity'))): Costs => {
  const part = (name: string): PartCost => {
    const subject = findSubject(parts, name);
    // A part is a difference of two rounds: one that costs too little to be measured may be below zero.
    const cost = (figure: string): number => Math.max(0, median(subject, figure));
    return {
      siteUs: cost('siteUs'),
      databaseUs: cost('databaseUs'),
      logBytes: cost('logBytes'),
      storedBytes: cost('storedBytes'),
    };
  };
  const second = part(partNames.second);
  const fanOut = findSubject(subjectsOf(readResult('fan-out')), 'gateway');
  const spectators = subjectsOf(readResult('spectators'));
  return {
    bets: readBets(subjectsOf(readResult('bets')), second),
    second,
    loss: part(partNames.loss),
    automatic: part(partNames.automatic),
    byHand: part(partNames.byHand),
    siteUsPerMessage: median(fanOut, 'deliveryUs'),
    bytesPerSocket: 1_024 * median(fanOut, 'idleSocketKiB'),
    messagesPerSecond: {
      watching: median(findSubject(spectators, 'one of many spectators'), 'perSecond'),
      betting: median(findSubject(spectators, 'player with a bet, at the same time'), 'perSecond'),
    },
  };
};

/**
 * A bet with a key by the rate, the lowest first: the more arrive at a time, the more share a statement. What the site
 * uses without bets in the same time is no part of them.
 */
const readBets = (subjects: readonly SubjectResult[], second: PartCost): BetCost[] =>
  subjects
    .filter(({ name }) => /^\d+ in flight, with a key$|of the highest rate$/.test(name))
    .map((subject): BetCost => {
      const perSecond = median(subject, 'rate');
      const own = (figure: string, idle: number) => median(subject, figure) - idle / perSecond;
      return {
        perSecond,
        siteUs: own('programUs', second.siteUs),
        databaseUs: own('databaseUs', second.databaseUs),
        logBytes: own('logBytes', second.logBytes),
        storedBytes: median(subject, 'storedBytes'),
        answerBytes: median(subject, 'answerBytes'),
      };
    })
    .sort((a, b) => a.perSecond - b.perSecond);
