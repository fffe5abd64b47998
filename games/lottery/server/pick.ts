/** Six numbers as one whole number: bit n - 1 is set for number n. So the database can count matches. */

const lowBits = 24;

export const encodePick = (numbers: readonly number[]): bigint =>
  numbers.reduce((pick, number) => pick | (1n << BigInt(number - 1)), 0n);

/** Ascending. */
export const decodePick = (pick: bigint): number[] => {
  const numbers: number[] = [];
  // Two halves as plain numbers: draws of a million tickets are decoded at once.
  const low = Number(pick & 0xffffffn);
  const high = Number(pick >> BigInt(lowBits));
  for (let bit = 0; bit < lowBits; bit++) if ((low >> bit) & 1) numbers.push(bit + 1);
  for (let bit = 0; high >> bit > 0; bit++) if ((high >> bit) & 1) numbers.push(lowBits + bit + 1);
  return numbers;
};
