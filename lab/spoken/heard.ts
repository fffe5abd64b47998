/** What was said, and what of it was an outcome that the page showed. */

export interface Utterance {
  text: string;
  /** Both in milliseconds since 1970. */
  startsAt: number;
  /** Null while it is being said. */
  endsAt: number | null;
  /** A key or another text ended it before its end. */
  cut: boolean;
}

export interface Heard {
  step: string;
  /** The text on the page. */
  shown: string;
  /** What was said of it, in order, with the seconds from its first sight to the first sound. */
  said: readonly { text: string; afterSeconds: number; cut: boolean }[];
  /** Everything that was said meanwhile. */
  around: readonly string[];
}

/** Later than this, an outcome is late. */
export const lateAfterSeconds = 2;

/** The words in the SSML of Speech Dispatcher. */
export const plainText = (ssml: string): string =>
  ssml
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A group `which` of the pattern tells this outcome from others of its kind. */
export const hearOutcome = (
  step: string,
  { text: shown, at }: { text: string; at: number },
  pattern: RegExp,
  utterances: readonly Utterance[],
): Heard => {
  const which = (text: string): string | undefined => pattern.exec(text)?.groups?.['which'];
  const since = utterances.filter(({ endsAt }) => endsAt === null || endsAt >= at);
  return {
    step,
    shown,
    said: since
      .filter(({ text }) => pattern.test(text) && which(text) === which(shown))
      .map(({ text, startsAt, cut }) => ({ text, afterSeconds: (startsAt - at) / 1_000, cut })),
    around: since.map(({ text }) => text),
  };
};

export type Verdict = 'once' | 'twice' | 'late' | 'cut off' | 'never';

/** `twice` is more often than once. */
export const judge = ({ said }: Pick<Heard, 'said'>): Verdict => {
  const whole = said.filter(({ cut }) => !cut);
  const [first] = whole;
  if (first === undefined) return said.length > 0 ? 'cut off' : 'never';
  if (whole.length > 1) return 'twice';
  return first.afterSeconds > lateAfterSeconds ? 'late' : 'once';
};
