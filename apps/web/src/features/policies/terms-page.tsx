/** /terms-of-service: the rules between the site and its players. */
import { Policy, type PolicyPart } from './policy.tsx';

export const TermsPage = () => {
  'use memo';
  return (
    <Policy
      title="terms.title"
      lead="terms.lead"
      parts={parts}
      other={{ to: '/privacy-policy', label: 'policies.otherPrivacy' }}
    />
  );
};

const parts: readonly PolicyPart[] = [
  ['terms.adults', 'terms.adults1'],
  ['terms.gambling', 'terms.gambling1'],
  ['terms.coins', 'terms.coins1', 'terms.coins2', 'terms.coins3'],
  ['terms.fair', 'terms.fair1', 'terms.fair2', 'terms.fair3'],
  ['terms.account', 'terms.account1'],
  ['terms.limits', 'terms.limits1'],
  ['terms.conduct', 'terms.conduct1'],
  ['terms.suspension', 'terms.suspension1'],
  ['terms.end', 'terms.end1'],
  ['terms.liability', 'terms.liability1'],
  ['terms.changes', 'terms.changes1'],
];
