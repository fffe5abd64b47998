import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hearOutcome, judge, plainText, type Utterance } from './heard.ts';
import { documentPath, fillDocument, readResult } from './table.ts';

const utter = (text: string, startsAt: number, cut = false): Utterance => ({
  text,
  startsAt,
  endsAt: startsAt + 500,
  cut,
});
const drawn = /^(?<which>\d+) was drawn/;
const hear = (...utterances: readonly Utterance[]) =>
  hearOutcome('a draw', { text: '7 was drawn', at: 10_000 }, drawn, utterances);

it('the document has the table of the newest result', () => {
  const text = readFileSync(documentPath, 'utf8');
  expect(fillDocument(text, readResult())).toBe(text);
});

it('tells once from late, twice, cut off and never', () => {
  expect(judge(hear(utter('7 was drawn: Over', 12_000)))).toBe('once');
  expect(judge(hear(utter('7 was drawn: Over', 12_100)))).toBe('late');
  expect(judge(hear(utter('7 was drawn: Over', 10_100), utter('7 was drawn', 13_000)))).toBe('twice');
  expect(judge(hear(utter('7 was drawn: Over', 10_100, true)))).toBe('cut off');
  expect(judge(hear(utter('7 was drawn', 10_100, true), utter('7 was drawn', 11_000)))).toBe('once');
  expect(judge(hear(utter('7 was drawn', 8_000), utter('8 was drawn', 11_000)))).toBe('never');
});

it('hears what is still being said, and the words of SSML', () => {
  expect(judge(hear({ ...utter('7 was drawn', 10_500), endsAt: null }))).toBe('once');
  expect(plainText('<speak><mark name="0:3"/>Tom &amp; <mark name="5:9"/>Ann.</speak>')).toBe('Tom & Ann.');
});

it('says loudly what was not heard, and keeps its table whole', () => {
  const result = {
    day: '2026-11-29',
    programs: ['one 1.0', 'two 2.0'],
    emptyPage: [0.3, 0.1],
    heard: [hear(utter('7 was drawn: a | b', 10_250)), hear()],
  };
  expect(fillDocument('Before\n\n<!-- spoken -->\nold\n<!-- end of spoken -->\nAfter\n', result)).toBe(`Before

<!-- spoken -->

2026-11-29: one 1.0, two 2.0. A line of an empty page was heard after
0.1 to 0.3 s, which is what this machine alone takes.

| Step   | What was said            | Seconds | Said      |
| ------ | ------------------------ | ------- | --------- |
| a draw | 7 was drawn: a \\| b      | 0.3     | once      |
| a draw | nothing of "7 was drawn" |         | **never** |

<!-- end of spoken -->
After
`);
});
