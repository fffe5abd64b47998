/**
 * The small checks that `settings.ts` is made of. Each takes a variable's name and returns its value, or throws the
 * one line that an operator needs. An empty variable counts as one that is not set. `meaning` is what
 * docs/settings.md says of it.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The message is one line for the operator, and never contains a secret. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Check = (text: string) => boolean;
type Range = readonly [least: number, most: number];

/** What was read of a variable; without a fallback it may be missing. */
export interface ReadSetting {
  name: string;
  fallback: string | undefined;
  meaning: string | undefined;
}

export interface SettingsReader {
  text(name: string, fallback: string, meaning: string): string;
  matching(name: string, fallback: string, check: Check, allowed: string, meaning: string): string;
  optional(name: string, check: Check, allowed: string, meaning: string): string | null;
  integer(name: string, fallback: number, range: Range, meaning: string): number;
  optionalInteger(name: string, range: Range, meaning: string): number | null;
  oneOf<const T extends string>(name: string, fallback: T, choices: readonly T[], meaning: string): T;
  /** One address: a list of hosts is refused. */
  url(name: string, protocols: readonly string[], meaning?: string): string | null;
  /** An address without path, query and password. */
  origin(name: string, protocols: readonly string[], meaning: string): string | null;
  list(name: string, check: Check, allowed: string, meaning: string): string[];
}

export function settingsReader(
  env: Environment,
  onRead: (setting: ReadSetting) => void = () => undefined,
): SettingsReader {
  const given = (name: string, meaning?: string, fallback?: string): string | null => {
    onRead({ name, fallback, meaning });
    const text = env[name]?.trim();
    return text === undefined || text === '' ? null : text;
  };
  const checked = (name: string, text: string | null, check: Check, allowed: string): string | null => {
    // What stands before the host of an address may be a password.
    if (text !== null && !check(text)) throw refusal(name, text.replace(/\/\/\S*@/, '//***@'), allowed);
    return text;
  };
  const toInteger = (name: string, text: string | null, [least, most]: Range): number | null => {
    if (text === null) return null;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw refusal(name, text, `a whole number from ${least} to ${most}`);
    return value;
  };
  const toUrl = (name: string, text: string | null, protocols: readonly string[]): URL | null => {
    if (text === null) return null;
    const url = URL.parse(text);
    // A value that cannot be parsed may contain a password, so it is not repeated.
    if (/^[^/]*\/\/[^/?#]*,/.test(text))
      throw new SettingError(
        `${name} names several hosts: it must be one address, see docs/operations/database.md`,
      );
    const lacksScheme = !text.includes('//') && text.includes('@');
    if (url === null || lacksScheme)
      throw new SettingError(`${name} is not an address: it must be ${addressOf(protocols)}`);
    if (!protocols.includes(url.protocol)) throw refusal(name, withoutSecrets(url), addressOf(protocols));
    return url;
  };

  return {
    text: (name, fallback, meaning) => given(name, meaning, fallback) ?? fallback,
    matching: (name, fallback, check, allowed, meaning) =>
      checked(name, given(name, meaning, fallback), check, allowed) ?? fallback,
    optional: (name, check, allowed, meaning) => checked(name, given(name, meaning), check, allowed),
    integer: (name, fallback, range, meaning) =>
      toInteger(name, given(name, meaning, String(fallback)), range) ?? fallback,
    optionalInteger: (name, range, meaning) => toInteger(name, given(name, meaning), range),
    oneOf(name, fallback, choices, meaning) {
      const text = given(name, meaning, fallback);
      if (text === null) return fallback;
      const choice = choices.find((candidate) => candidate === text);
      if (choice === undefined) throw refusal(name, text, choices.join(' or '));
      return choice;
    },
    url(name, protocols, meaning) {
      const text = given(name, meaning);
      toUrl(name, text, protocols);
      return text;
    },
    origin(name, protocols, meaning) {
      const text = given(name, meaning);
      // Public addresses are repeated, but not what may stand before their host.
      if (text !== null && !URL.canParse(text) && !text.includes('@'))
        throw refusal(name, text, addressOf(protocols));
      const url = toUrl(name, text, protocols);
      if (url === null) return null;
      if (
        url.pathname !== '/' ||
        url.search !== '' ||
        url.hash !== '' ||
        url.username !== '' ||
        url.password !== ''
      ) {
        throw refusal(name, withoutSecrets(url), `${addressOf(protocols)}, without path, query or password`);
      }
      return url.origin;
    },
    list(name, check, allowed, meaning) {
      const parts = (given(name, meaning) ?? '').split(',').map((part) => part.trim());
      const filled = parts.filter((part) => part !== '');
      for (const part of filled) checked(name, part, check, allowed);
      return filled;
    },
  };
}

const addressOf = (protocols: readonly string[]): string =>
  `an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`;

function refusal(name: string, value: string, allowed: string): SettingError {
  return new SettingError(`${name} is ${JSON.stringify(value)}: it must be ${allowed}`);
}

/** Retains the user name, which helps to find the mistake. Removes the query, which may contain a password. */
function withoutSecrets(url: URL): string {
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '***';
  if (shown.search !== '') shown.search = '?***';
  return shown.href;
}
