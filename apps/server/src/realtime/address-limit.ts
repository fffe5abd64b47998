/** How many live connections each address has to this process. */

export interface AddressLimit {
  isFull(subject: string): boolean;
  add(subject: string): void;
  remove(subject: string): void;
}

export function createAddressLimit(maxPerAddress: number): AddressLimit {
  const counts = new Map<string, number>();
  return {
    isFull: (subject) => (counts.get(subject) ?? 0) >= maxPerAddress,
    add: (subject) => void counts.set(subject, (counts.get(subject) ?? 0) + 1),
    remove(subject) {
      const left = (counts.get(subject) ?? 0) - 1;
      if (left > 0) counts.set(subject, left);
      else counts.delete(subject);
    },
  };
}
