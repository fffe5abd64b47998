/** What the verifier prints: a line for each thing that was checked, and the sum. */
export type Finding =
  | { is: 'good' | 'pending'; text: string }
  /** A sentence that names what does not hold. */
  | { is: 'bad'; fault: string };

export const good = (text: string): Finding => ({ is: 'good', text });
export const bad = (fault: string): Finding => ({ is: 'bad', fault });

export const createReport = (print: (line: string) => void) => {
  const counts = { good: 0, bad: 0, pending: 0 };
  return {
    add(name: string, finding: Finding) {
      counts[finding.is] += 1;
      const text = finding.is === 'bad' ? `DOES NOT HOLD: ${finding.fault}` : finding.text;
      print(`${name}: ${text}`);
    },
    note: print,
    /** Prints the sum. Returns 1 if anything does not hold. */
    close() {
      print(`${counts.good} passed, ${counts.bad} failed, ${counts.pending} still sealed`);
      return counts.bad > 0 ? 1 : 0;
    },
  };
};

export type Report = ReturnType<typeof createReport>;
