/** How strong a new password looks (docs/product.md 3.3). */
export type Strength = 'none' | 'weak' | 'medium' | 'strong';

export function passwordStrength(password: string): Strength {
  if (password === '') return 'none';
  if (Array.from(password).length < 8) return 'weak';
  const isStrong = /\p{Lu}/u.test(password) && /\d/.test(password) && /[^\p{L}\p{N}\s]/u.test(password);
  return isStrong ? 'strong' : 'medium';
}
