/** How many live connections each address has to this process. */

export function createAddressLimit(maxPerAddress: number) {
  const counts = new Map<string, number>();
  return {
    isFull: (subject: string) => (counts.get(subject) ?? 0) >= maxPerAddress,
    add: (subject: string) => void counts.set(subject, (counts.get(subject) ?? 0) + 1),
    remove(subject: string) {
      const left = (counts.get(subject) ?? 0) - 1;
      if (left > 0) counts.set(subject, left);
      else counts.delete(subject);
    },
  };
}
