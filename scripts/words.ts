/** Words that our code and documents avoid, each with what engineers elsewhere write instead. */

interface AvoidedWord {
  pattern: RegExp;
  instead: string;
}

export const avoidedWords: readonly AvoidedWord[] = [
  { pattern: /\b(?:tell|tells|telling|told)\b/i, instead: 'notify, publish, send, report' },
  { pattern: /\b(?:hear|hears|hearing|heard|unheard)\b/i, instead: 'receive' },
  { pattern: /\blook(?:s|ed)? (?:again|whole)\b/i, instead: 'poll, refresh, refetch' },
  { pattern: /\b(?:anew|likewise|lately)\b/i, instead: 'again, too, recently' },
  {
    pattern: /\b(?:meanwhile|of itself|now and then)\b/i,
    instead: 'in the meantime, automatically, periodically',
  },
  { pattern: /\b(?:lets?|letting) go\b/i, instead: 'release' },
  { pattern: /\b(?:g[ai]ves?|giving|given) up\b/i, instead: 'abandon, cancel, fail' },
  { pattern: /\bun(?:kept|told)\b/i, instead: 'not stored, not notified' },
  { pattern: /\b(?:it|that|which|what) is none\b/i, instead: 'is not one, is missing' },
  { pattern: /\bbeside\b/i, instead: 'next to' },
  { pattern: /\b(?:stands? still|stands? in the|goes on|go on)\b/i, instead: 'pause, be in, continue' },
  { pattern: /\bbe had\b/i, instead: 'be available' },
  { pattern: /\bwhoever\b/i, instead: 'the player who, the process that' },
  { pattern: /\bfrom then on\b/i, instead: 'afterwards' },
  { pattern: /\bpassed over\b/i, instead: 'skipped' },
  { pattern: /\btaken up\b/i, instead: 'applied, used' },
  { pattern: /\bwhat must hold\b/i, instead: 'invariants' },
  { pattern: /\bas (?:it|they) (?:stands?|stood)\b/i, instead: 'current, unchanged' },
  { pattern: /\b(?:undoLater|startAfresh)\b/, instead: 'addCleanup, reset' },
  { pattern: /\b(?:he|him|his|himself)\b/i, instead: 'they, their' },
  { pattern: /\b(?:purse|crowd)s?\b/i, instead: 'balance, load' },
  { pattern: /\b(?:most|least|fewest)[A-Z]\w*/, instead: 'maxX, minX' },
  {
    pattern: /\b(?:told|heard|kept|held|said|tell|hear|lookAgain)[A-Z]\w*/,
    instead: 'a plain verb, such as sentX, storedX',
  },
  {
    pattern: /\w+(?:Told|Heard|Anew|Whole)\b|\b[wW]hole[A-Z]\w*/,
    instead: 'a plain adjective, such as complete',
  },
  { pattern: /\b[a-z]+s?A(?:Page|Minute|Second|Day|Hour|Game|Round|Player|Bet|Address)\b/, instead: 'xPerY' },
];
