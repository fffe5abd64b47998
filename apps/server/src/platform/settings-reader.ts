/**
 * The small checks that `settings.ts` is made of. Each takes a variable's name and gives its value or
 * throws the one line an operator needs. An empty variable counts as one that is not set.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The message is one line for the operator, and never contains a secret. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Check = (text: string) => boolean;
type Range = readonly [least: number, most: number];

export interface SettingsReader {
  text(name: string, fallback: string): string;
  matching(name: string, fallback: string, check: Check, allowed: string): string;
  optional(name: string, check: Check, allowed: string): string | null;
  integer(name: string, fallback: number, range: Range): number;
  optionalInteger(name: string, range: Range): number | null;
  oneOf<const T extends string>(name: string, fallback: T, choices: readonly T[]): T;
  url(name: string, protocols: readonly string[], options?: { originOnly: boolean }): string | null;
  list(name: string, check: Check, allowed: string): string[];
}

export function settingsReader(env: Environment): SettingsReader {
  const given = (name: string): string | null => {
    const text = env[name]?.trim();
    return text === undefined || text === '' ? null : text;
  };

  const reader: SettingsReader = {
    text: (name, fallback) => given(name) ?? fallback,
    matching: (name, fallback, check, allowed) => reader.optional(name, check, allowed) ?? fallback,
    optional(name, check, allowed) {
      const text = given(name);
      if (text !== null && !check(text)) throw refusal(name, text, allowed);
      return text;
    },
    integer: (name, fallback, range) => reader.optionalInteger(name, range) ?? fallback,
    optionalInteger(name, [least, most]) {
      const text = given(name);
      if (text === null) return null;
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= least && value <= most)) {
        throw refusal(name, text, `a whole number from ${least} to ${most}`);
      }
      return value;
    },
    oneOf(name, fallback, choices) {
      const text = given(name);
      if (text === null) return fallback;
      const choice = choices.find((candidate) => candidate === text);
      if (choice === undefined) throw refusal(name, text, choices.join(' or '));
      return choice;
    },
    url(name, protocols, options) {
      const text = given(name);
      if (text === null) return null;
      const allowed = `an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`;
      const url = URL.parse(text);
      // A value that cannot be parsed may contain a password, so it is not repeated.
      if (url === null) throw new SettingError(`${name} is not an address: allowed is ${allowed}`);
      if (!protocols.includes(url.protocol)) throw refusal(name, withoutSecrets(url), allowed);
      if (options?.originOnly !== true) return text;
      if (
        url.pathname !== '/' ||
        url.search !== '' ||
        url.hash !== '' ||
        url.username !== '' ||
        url.password !== ''
      ) {
        throw refusal(name, withoutSecrets(url), `${allowed}, without path, query or password`);
      }
      return url.origin;
    },
    list(name, check, allowed) {
      const parts = (given(name) ?? '').split(',').map((part) => part.trim());
      const filled = parts.filter((part) => part !== '');
      for (const part of filled) if (!check(part)) throw refusal(name, part, allowed);
      return filled;
    },
  };
  return reader;
}

function refusal(name: string, value: string, allowed: string): SettingError {
  return new SettingError(`${name} is ${JSON.stringify(value)}: allowed is ${allowed}`);
}

/** Retains the user name, which helps to find the mistake. Removes the query, which may contain a password. */
function withoutSecrets(url: URL): string {
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '***';
  if (shown.search !== '') shown.search = '?***';
  return shown.href;
}
