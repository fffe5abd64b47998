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
  {
    id: 'adults',
    title: 'terms.adults',
    texts: ['terms.adults1'],
  },
  {
    id: 'gambling',
    title: 'terms.gambling',
    texts: ['terms.gambling1'],
  },
  {
    id: 'coins',
    title: 'terms.coins',
    texts: ['terms.coins1', 'terms.coins2', 'terms.coins3'],
  },
  {
    id: 'fair',
    title: 'terms.fair',
    texts: ['terms.fair1', 'terms.fair2', 'terms.fair3'],
  },
  {
    id: 'account',
    title: 'terms.account',
    texts: ['terms.account1'],
  },
  {
    id: 'limits',
    title: 'terms.limits',
    texts: ['terms.limits1'],
  },
  {
    id: 'conduct',
    title: 'terms.conduct',
    texts: ['terms.conduct1'],
  },
  {
    id: 'suspension',
    title: 'terms.suspension',
    texts: ['terms.suspension1'],
  },
  {
    id: 'end',
    title: 'terms.end',
    texts: ['terms.end1'],
  },
  {
    id: 'liability',
    title: 'terms.liability',
    texts: ['terms.liability1'],
  },
  {
    id: 'changes',
    title: 'terms.changes',
    texts: ['terms.changes1'],
  },
];
