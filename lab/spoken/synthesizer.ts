/**
 * An output module of Speech Dispatcher, in the place of a synthesizer: what comes here is what would be spoken. It
 * takes as long for a text as a voice does, so that texts wait for each other and are cut off by keys, and writes a
 * line of JSON at the start and at the end of each into the file of its only argument.
 */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { plainText, type Utterance } from './heard.ts';

const charactersPerSecond = 15;
const textEnd = '.';

const [file = ''] = process.argv.slice(2);
const answer = (...lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

let current: { utterance: Utterance; timer: NodeJS.Timeout } | null = null;
const note = (utterance: Utterance): void => appendFileSync(file, `${JSON.stringify(utterance)}\n`);

const finish = (event: '702 END' | '703 STOP'): void => {
  if (current === null) return;
  const { utterance, timer } = current;
  clearTimeout(timer);
  current = null;
  note({ ...utterance, endsAt: Date.now(), cut: event === '703 STOP' });
  answer(event);
};

const speak = (lines: readonly string[]): void => {
  const text = plainText(lines.join(' '));
  const startsAt = Date.now();
  const timer = setTimeout(() => finish('702 END'), (text.length / charactersPerSecond) * 1_000);
  current = { utterance: { text, startsAt, endsAt: null, cut: false }, timer };
  note(current.utterance);
  answer('200 OK SPEAKING', '701 BEGIN');
};

/** A command that is followed by lines of text: what is answered before and after them. */
const withLines: Readonly<Record<string, { first: string; take: (lines: readonly string[]) => void }>> = {
  SPEAK: { first: '202 OK RECEIVING MESSAGE', take: speak },
  CHAR: { first: '202 OK RECEIVING MESSAGE', take: speak },
  KEY: { first: '202 OK RECEIVING MESSAGE', take: speak },
  SOUND_ICON: { first: '202 OK RECEIVING MESSAGE', take: speak },
  SET: { first: '203 OK RECEIVING SETTINGS', take: () => answer('203 OK SETTINGS RECEIVED') },
  AUDIO: { first: '207 OK RECEIVING AUDIO SETTINGS', take: () => answer('203 OK AUDIO INITIALIZED') },
  LOGLEVEL: { first: '207 OK RECEIVING LOGLEVEL SETTINGS', take: () => answer('203 OK LOG LEVEL SET') },
};

let taking: { lines: string[]; take: (lines: readonly string[]) => void } | null = null;
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (taking !== null) {
      if (line !== textEnd) return void taking.lines.push(line);
      const { lines, take } = taking;
      taking = null;
      return take(lines);
    }
    const started = withLines[line];
    if (started !== undefined) {
      taking = { lines: [], take: started.take };
      answer(started.first);
    } else if (line === 'INIT') answer('299-ready', '299 OK LOADED SUCCESSFULLY');
    else if (line === 'LIST VOICES') answer('200-heard\ten\tnone', '200 OK VOICE LIST SENT');
    else if (line === 'STOP' || line === 'PAUSE') finish('703 STOP');
    else if (line === 'QUIT') {
      answer('210 OK QUIT');
      process.exit(0);
    } else answer('300 ERR UNKNOWN COMMAND');
  })
  .on('close', () => process.exit(0));
