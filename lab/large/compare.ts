/** What calls cost on the large site, beside the small one. */
import type { SubjectResult } from '../bench/lib/alternate.ts';
import { count } from '../bench/lib/figures.ts';
import { report, type Column } from '../bench/lib/results.ts';
import type { Asked } from './ask.ts';
import type { AuditedCheck } from './audit.ts';

export interface Measured {
  bets: number;
  asked: readonly Asked[];
  audited: readonly AuditedCheck[];
}

/** Results of smaller sites are not for the documents. */
const leastBets = 1_000_000;

const columns: readonly Column[] = [
  { figure: 'ratio', label: 'pages, large of small', digits: 1 },
  { figure: 'smallPages', label: 'pages read, small', digits: 0 },
  { figure: 'largePages', label: 'large', digits: 0 },
  { figure: 'temporary', label: 'pages sorted on disk', digits: 0 },
  { figure: 'bytes', label: 'answer', unit: 'bytes', digits: 0 },
  { figure: 'databaseMs', label: 'database', unit: 'ms', digits: 0 },
  { figure: 'siteMs', label: 'site', unit: 'ms', digits: 0 },
  { figure: 'siteMiB', label: 'memory of the site', unit: 'MiB', digits: 0 },
];

export const compare = (small: Measured, large: Measured): void => {
  const smallByName = new Map(small.asked.map((each) => [each.name, each]));
  const subjects = large.asked.map((each): SubjectResult => {
    const before = smallByName.get(each.name);
    const figures = {
      ratio: before && each.buffers / Math.max(1, before.buffers),
      smallPages: before?.buffers,
      largePages: each.buffers,
      temporary: each.temporary,
      bytes: each.bytes,
      databaseMs: each.databaseMs,
      siteMs: each.siteMs,
      siteMiB: each.siteMiB,
    };
    return { name: each.name, runs: Object.fromEntries(runsOf(figures)) };
  });
  const secondsOf = ({ audited }: Measured) => audited.reduce((sum, { seconds }) => sum + seconds, 0);
  const audits = { name: 'the audit', runs: { small: [secondsOf(small)], large: [secondsOf(large)] } };
  const tables = [
    {
      title: `Calls on a site with ${count(large.bets)} bets, beside one with ${count(small.bets)}`,
      columns,
      subjects,
    },
    {
      title: 'Seconds of the database',
      columns: [
        { figure: 'small', label: 'small', unit: 's', digits: 1 },
        { figure: 'large', label: 'large', unit: 's', digits: 1 },
      ],
      subjects: [audits],
    },
  ];
  report('large', tables, { isCommitted: large.bets >= leastBets });
  for (const each of large.asked) {
    const before = smallByName.get(each.name);
    if (before && before.scans !== each.scans)
      console.log(`${each.name}: ${before.scans || 'a function'} → ${each.scans || 'a function'}`);
  }
};

const runsOf = (figures: Readonly<Record<string, number | undefined>>): [string, number[]][] =>
  Object.entries(figures).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]));
