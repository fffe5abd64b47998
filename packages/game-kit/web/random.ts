/** A number from 0 to n - 1, each as likely: for picks that a player leaves to chance. */
export function randomBelow(n: number): number {
  // Values past the last full multiple would favor small numbers, so they are drawn again.
  const limit = 2 ** 32 - (2 ** 32 % n);
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while ((word[0] as number) >= limit);
  return (word[0] as number) % n;
}
