/** The picture of a player who picked none: one of the twenty, always the same for a name. */
export function placeholderOf(username: string): string {
  let sum = 0;
  for (const character of username.toLowerCase())
    sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  return `avatar${(sum % 20) + 1}`;
}
