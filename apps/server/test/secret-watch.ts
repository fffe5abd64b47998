/**
 * Searches everything that leaves the site for secrets: each is searched for from the moment it is drawn until the
 * site reveals it, as text in the common encodings of bytes, as a time, and as a number under any name that is not
 * known to have numbers of other things.
 */

export interface Secret {
  name: string;
  /** Sixteen bytes or more. */
  bytes: Buffer;
  /** Numbers that reveal the result, such as a crash point in hundredths and as a multiplier. */
  numbers: readonly number[];
  /** Times that reveal it, in milliseconds since 1970. */
  momentsMs: readonly number[];
}

/** Numbers of other things, which may happen to equal a crash point. */
const harmless = new Set([
  'version',
  'v',
  'countdown',
  'round',
  'link',
  'chain',
  'nonce',
  'statusCode',
  'status',
  'responseTime',
  'ms',
  'pid',
  'time',
  'referralCount',
  'ticketsPlayed',
  'rtpBp',
  'max',
  'level',
  'autoCashOut',
  'minBid',
  'maxBid',
  'step',
  'unread',
]);
/** Field names that must not be in a log line, whatever their value. */
const secretNames = /seed$|^crash|winning|^mines?$|^outcome$|isTrap/i;

export class SecretWatch {
  private readonly nowMs: () => number;
  private readonly active = new Map<string, Secret>();
  private readonly texts = new Map<string, string[]>();
  checkedTexts = 0;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  add(secret: Secret): void {
    this.active.set(secret.name, secret);
    this.texts.set(secret.name, [
      secret.bytes.toString('hex'),
      secret.bytes.toString('base64').replace(/=+$/, ''),
      secret.bytes.toString('base64url'),
      secret.bytes.join(','),
    ]);
  }

  remove(name: string): boolean {
    this.texts.delete(name);
    return this.active.delete(name);
  }

  /** Removes a secret that the site has shown; throws where it showed another. */
  reveal(name: string, hex: string | undefined): boolean {
    const secret = this.active.get(name);
    if (secret && secret.bytes.toString('hex') !== hex) throw new Error(`another seed was shown for ${name}`);
    return this.remove(name);
  }

  /** Removes the secrets whose names begin with the prefix. */
  forget(prefix: string): void {
    for (const name of this.active.keys()) if (name.startsWith(prefix)) this.remove(name);
  }

  has(name: string): boolean {
    return this.active.has(name);
  }

  /** Throws where the text contains a secret. */
  checkText(text: string, where: string): void {
    this.checkedTexts += 1;
    const lower = text.toLowerCase();
    for (const [name, writings] of this.texts) {
      // A time reveals something only while it is in the future.
      const ahead = this.active.get(name)?.momentsMs.filter((ms) => ms > this.nowMs()) ?? [];
      const moments = ahead.flatMap((ms) => [String(ms), new Date(ms).toISOString()]);
      const found = [...writings, ...moments].find(
        (writing) => text.includes(writing) || lower.includes(writing),
      );
      if (found !== undefined)
        throw new Error(`${where} reveals ${name} by ${found}: ${text.slice(0, 2_000)}`);
    }
  }

  /** Throws where the JSON contains a secret, also as a number. `known` excludes what the caller has checked. */
  checkJson(
    text: string,
    where: string,
    known: (path: string[], parent: Fields) => boolean = () => false,
  ): void {
    this.checkText(text, where);
    if (text) this.walk(JSON.parse(text), [], { where, text, known, parent: {} });
  }

  /** Checks a log line, including its field names. */
  checkLog(line: string): void {
    this.checkJson(line, 'a log line', (path) => {
      if (secretNames.test(path.at(-1) ?? ''))
        throw new Error(`a log line contains ${path.join('.')}: ${line}`);
      return false;
    });
  }

  /** Checks the metrics: gauges in any form, counters only where they are not integers. */
  checkMetrics(text: string): void {
    this.checkText(text, 'a metric');
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
    for (const [, name = '', labels = '', value = ''] of text.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)) {
      const isOwn = !/^(process|nodejs)_/.test(name);
      const isGauge = types.get(name) === 'gauge';
      const named = labels.replaceAll(/(le|status)="[^"]*"/g, '');
      for (const [secret, { numbers }] of this.active) {
        // Small integers are counts; bytes and times are searched for as text.
        const telltale = numbers.filter((each) => !Number.isInteger(each) || each >= 100);
        const number = Number(value);
        const matches = telltale.includes(number) && (isGauge || !Number.isInteger(number));
        if (isOwn && (matches || telltale.some((each) => named.includes(`"${each}"`)))) {
          throw new Error(`a metric reveals ${secret}: ${name}${labels} ${value}`);
        }
      }
    }
  }

  private walk(value: unknown, path: string[], context: Context): void {
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const parent = Array.isArray(value) ? context.parent : (value as Fields);
        const to = Array.isArray(value) ? path : [...path, key];
        // The odds of a kind of bet are fixed.
        if (context.known(to, parent) || (key === 'multiplier' && 'drawType' in parent)) continue;
        this.walk(item, to, { ...context, parent });
      }
      return;
    }
    const key = path.at(-1) ?? '';
    if (harmless.has(key) || /id$/i.test(key) || (typeof value !== 'number' && typeof value !== 'string'))
      return;
    if (value === '') return;
    const number = Number(String(value).replace(/x$/, ''));
    // Small integers are numbers drawn and steps counted, except where the name is that of a multiplier.
    if (Number.isInteger(number) && number < 100 && !/crash|multiplier|point/i.test(key)) return;
    for (const [name, { numbers }] of this.active) {
      if (!numbers.includes(number)) continue;
      throw new Error(
        `${context.where} reveals ${name} as ${path.join('.')}: ${context.text.slice(0, 2_000)}`,
      );
    }
  }
}

type Fields = Record<string, unknown>;

interface Context {
  where: string;
  text: string;
  known: (path: string[], parent: Fields) => boolean;
  parent: Fields;
}
