/** How often each line was logged, without what differs between lines: one that is repeated hides the others. */

export const createLogTally = () => {
  const lines = new Map<string, number>();
  const readUntil = new Map<string, number>();
  const read = (name: string, output: string): void => {
    const from = readUntil.get(name) ?? 0;
    const until = output.lastIndexOf('\n') + 1;
    readUntil.set(name, until);
    for (const line of output.slice(from, until).split('\n')) {
      const told = describeLine(line);
      if (told !== undefined) lines.set(told, (lines.get(told) ?? 0) + 1);
    }
  };
  return {
    lines,
    /** What a process has printed until now. */
    read,
    /** The process has ended: what its successor prints begins anew. */
    end(name: string, output: string): void {
      read(name, output);
      readUntil.delete(name);
    },
  };
};

const levels: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** Undefined for an empty line and for what Node says of its inspector. */
const describeLine = (line: string): string | undefined => {
  if (line.trim() === '' || /^(Debugger|For help)/.test(line)) return undefined;
  try {
    const { level, msg, security, err } = JSON.parse(line) as {
      level: number;
      msg?: string;
      security?: string;
      err?: { message?: string };
    };
    return shorten(`${levels[level] ?? level} ${[msg, security, err?.message].filter(Boolean).join(': ')}`);
  } catch {
    return shorten(line);
  }
};

/** What follows `#` in an address is secret. */
const shorten = (text: string): string => text.replace(/#.*/, '').replace(/\d+/g, 'N').slice(0, 160);
